import { rm } from 'node:fs/promises';
import { dirname, posix } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { blocksOf, pages, placeOf, textOf, type Block } from './pages.ts';
import { difference, messageOf, statusOf, type Answers } from './message.ts';
import { compiledDemo, plane } from './plane.ts';

let release: string;
beforeAll(async () => {
  release = await compiledDemo();
});
afterAll(() => rm(dirname(release), { recursive: true, force: true }));

/**
 * Returns the pages whose examples must run first over the same stores. A page names them in a comment: `<!-- after:
 * lookup.md -->`.
 */
const before = (page: string): readonly string[] => {
  const named = /<!-- after: (.+?) -->/.exec(textOf(page))?.[1]?.split(', ') ?? [];
  return named.map((name) => posix.join(posix.dirname(page), name)).flatMap((one) => [...before(one), one]);
};

const examplesOf = (page: string): readonly Block[] => blocksOf(page).filter(({ language }) => language === 'http');

const withExamples = pages.filter((page) => examplesOf(page).length > 0);

describe('The requests of the pages', () => {
  it.each(withExamples)('Each request of %s gets the answer that the page shows', async (page) => {
    const send = await plane(release);
    const answers: Record<string, unknown> = {};
    let answer: Awaited<ReturnType<typeof send>> | undefined;
    for (const block of [...new Set([...before(page), page])].flatMap(examplesOf)) {
      if (block.words[0] === 'request') answer = await ask(block, send, answers);
      else mustBeAsShown(block, answer, answers);
    }
    expect(answer).toBeDefined();
  });
});

async function ask(
  block: Block,
  send: Awaited<ReturnType<typeof plane>>,
  answers: Record<string, unknown>,
): ReturnType<typeof send> {
  const { first, headers, body } = messageOf(block.text, answers);
  const [method = '', path = ''] = first.split(' ');
  const answer = await send({ by: block.values['by'] ?? 'claims-agent', method, path, headers, body });
  const { name } = block.values;
  if (name !== undefined) answers[name] = JSON.parse(answer.body ?? 'null');
  return answer;
}

function mustBeAsShown(
  block: Block,
  answer: Awaited<ReturnType<Awaited<ReturnType<typeof plane>>>> | undefined,
  answers: Answers,
): void {
  const place = placeOf(block);
  const body: unknown = JSON.parse(answer?.body ?? 'null');
  expect(answer?.statusCode, `${place}: ${answer?.body}`).toBe(statusOf(block.text));
  const shown = messageOf(block.text, answers);
  expect(difference({ ...answer?.headers }, shown.headers), place).toBeUndefined();
  expect(shown.body === undefined ? undefined : difference(body, shown.body), place).toBeUndefined();
}
