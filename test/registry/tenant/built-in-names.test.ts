import { expect, test } from 'vitest';
import { formatProblem } from '../../../registry/tenant/problem.ts';
import { parseSource } from '../../../registry/tenant/source.ts';

const problemsOf = (text: string): readonly string[] => parseSource('agent.yaml', text).problems.map(formatProblem);

test.each(Object.getOwnPropertyNames(Object.prototype))(
  'The name %s is refused in a mapping at any level, because the member would be dropped or be there without being written',
  (name) => {
    const refused = `${name} is the name of a built-in member, so it cannot be used here. Use another name`;
    expect(problemsOf(`id: a\ntools:\n  ${name}: "1.0.0"\n`)).toEqual([`agent.yaml:3:3: ${refused}`]);
    expect(problemsOf(`a: [{ b: { "${name}": 1 } }]`)).toEqual([`agent.yaml:1:12: ${refused}`]);
    expect(problemsOf(`? ${name}\n: 1`)).toEqual([`agent.yaml:1:3: ${refused}`]);
    expect(problemsOf(`{ "${name}": { "id": 1 } }`)).toEqual([`agent.yaml:1:3: ${refused}`]);
    expect(problemsOf(`a: &name ${name}\nb: { *name : 1 }`)).toEqual([`agent.yaml:2:6: ${refused}`]);
  },
);

test('A value may be such a name, and a name may contain one', () => {
  expect(problemsOf('id: toString\n"constructor of the house": __proto__\n')).toEqual([]);
});
