import { describe, expect, it } from 'vitest';
import { fragmentOf, viewAt } from '../../console/parts/place.ts';

describe('The places of the page', () => {
  it.each([
    ['', 'inbox', ''],
    ['#', 'inbox', ''],
    ['#/inbox', 'inbox', ''],
    ['#/task/t%2F1', 'task', 't/1'],
    ['#/task/%', 'task', ''],
    ['#/nowhere', 'inbox', ''],
  ])('The fragment `%s` names the view `%s` and the id `%s`', (fragment, view, id) => {
    expect(viewAt(fragment)).toMatchObject({ view, id });
  });

  it('A fragment that was made for a Task names this Task', () => {
    expect(viewAt(fragmentOf('task', 'a b/ü?'))).toMatchObject({ view: 'task', id: 'a b/ü?' });
  });
});
