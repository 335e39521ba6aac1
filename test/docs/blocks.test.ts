import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { targetOf, tenantOf, tenantsDirectory } from '../../lib/context.ts';
import { anchorsOf, blocksLike, blocksOf, modeOf, pages, placeOf, root, textOf } from './pages.ts';

/** Test that runs the blocks of each mode. A block of any other mode would not be tested. */
const modes: Readonly<Record<string, string>> = {
  'http request': 'played in process: examples.test.ts',
  'http answer': 'compared with the answer: examples.test.ts',
  'sh run': 'run by bash: commands.test.ts',
  'text answer': 'compared with the output of the commands before it: commands.test.ts',
  'yaml file': 'written into the tenant that the page builds: commands.test.ts',
  'cedar file': 'written into the tenant that the page builds: commands.test.ts',
  'sh deployed': 'run by bash against the deployment: test/e2e/readme.test.ts',
  'sh person': 'run by bash against the deployment, signed in as the named login: test/e2e/readme.test.ts',
  'sh break': 'run by bash against the deployment: test/e2e/readme.test.ts',
  'text break': 'its lines are compared with the output: test/e2e/readme.test.ts',
  'sh cdk': 'its context is read as the app reads it: here',
  'sh npm': 'its scripts exist: here',
  'yaml from': 'an excerpt of a file of the project: here',
  'json spec': 'quoted from the specification: spec.test.ts',
  'yaml spec': 'quoted from the specification: spec.test.ts',
  mermaid: 'a picture',
};

describe('The fenced blocks of the pages', () => {
  it('Every fenced block of the pages has one of the modes that this test lists', () => {
    const strangers = pages.flatMap(blocksOf).filter((block) => !Object.hasOwn(modes, modeOf(block)));
    expect(strangers.map((block) => `${placeOf(block)}: ${modeOf(block)}`)).toEqual([]);
  });

  it.each(blocksLike('yaml from').map((block) => [placeOf(block), block] as const))(
    'The excerpt at %s is in the file that it names',
    (_place, { values, text }) => {
      expect(readFileSync(join(root, values['from'] ?? ''), 'utf8')).toContain(text);
    },
  );

  it.each(blocksLike('sh cdk').map((block) => [placeOf(block), block] as const))(
    'The cdk commands at %s have a context that the app accepts',
    (_place, { text }) => {
      for (const line of text
        .replaceAll('\\\n', ' ')
        .split('\n')
        .filter((one) => one.includes('cdk '))) {
        expect(line).toMatch(/^npx cdk (bootstrap|deploy|diff|destroy|synth)\b/);
        const values = Object.fromEntries(
          [...line.matchAll(/-c ([^=\s]+)=(\S+)/g)].map(([, key, value]) => [key, value]),
        );
        if (line.startsWith('npx cdk bootstrap')) continue;
        const context = {
          values,
          env: { CDK_DEFAULT_ACCOUNT: '111111111111', CDK_DEFAULT_REGION: 'eu-central-1' },
          root,
        };
        expect([tenantOf(context), targetOf(context).stage, tenantsDirectory(context)]).not.toContain('');
      }
    },
  );

  it('The pages name only npm scripts that exist', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    const named = pages.flatMap((page) =>
      [...textOf(page).matchAll(/npm (?:run ([\w:-]+)|(start|stop|test))\b/g)].map(([, run, own]) => run ?? own ?? ''),
    );
    expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
  });

  it('Every link of the pages leads to a file and a heading that exist', () => {
    const dead = pages.flatMap((page) =>
      [...textOf(page).matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g)]
        .map(([, target = '', heading]) => ({
          target: target === '' ? page : posix.join(posix.dirname(page), target),
          heading,
        }))
        .filter(
          ({ target, heading }) =>
            !existsSync(join(root, target)) || (heading !== undefined && !anchorsOf(target).includes(heading)),
        )
        .map(({ target, heading }) => `${page}: ${target}${heading === undefined ? '' : `#${heading}`}`),
    );
    expect(dead).toEqual([]);
  });
});
