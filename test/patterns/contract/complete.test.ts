import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { effectClasses } from '../../../contract/effects.ts';
import { patternNames } from '../../../contract/artefacts/tool-version.ts';
import { patterns } from '../../../registry/patterns.ts';
import { gatedTools } from '../../../registry/gate/tools.ts';
import { benchOf } from './bench.ts';
import { samplesFolder } from './sample-for.ts';
import { samples } from './samples.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const shown = samples.map(({ declaration }) => declaration.function).sort();

/** Returns the function name of an export that is the declaration of a pattern, otherwise nothing. */
const declared = (exported: unknown): readonly string[] => {
  const { effectClass, execute, function: name } = Object(exported) as Record<string, unknown>;
  return typeof effectClass === 'string' && typeof execute === 'function' ? [String(name)] : [];
};

describe('The contract suite', () => {
  it('The contract suite has a sample for each pattern declaration in the folder patterns/', async () => {
    const files = globSync('patterns/*/*.ts', { cwd: root });
    const modules = await Promise.all(files.map(async (file) => (await import(join(root, file))) as object));
    const names = modules.flatMap((module) => Object.values(module).flatMap(declared));
    expect(names.length).toBeGreaterThanOrEqual(patternNames.length);
    expect([...new Set(names)].sort()).toEqual(shown);
  });

  it('The contract suite has a sample for each pattern that the compiler and the gate know, and for each of the ten patterns', async () => {
    expect(patterns.map((pattern) => pattern.function).sort()).toEqual(shown);
    const { system, ports } = await benchOf(samples[0] ?? never());
    expect(Object.keys(gatedTools(system, ports)).sort()).toEqual(shown);
    expect([...new Set(samples.map(({ declaration }) => declaration.name))].sort()).toEqual([...patternNames].sort());
  });

  it('The contract suite has a sample for each deployed tool function, in a file with the name of that function', () => {
    const files = globSync('*.ts', { cwd: samplesFolder }).map((file) => basename(file, '.ts'));
    expect(files.sort()).toEqual(shown);
    const deployed = globSync('lambdas/*/index.ts', { cwd: root }).filter((file) =>
      readFileSync(join(root, file), 'utf8').includes('toolFunction('),
    );
    expect(deployed.map((file) => basename(dirname(file))).sort()).toEqual(shown);
  });

  it('The contract suite has a sample for each effect class except commit-high, which no tool has', () => {
    const classes = new Set(samples.map(({ declaration }) => declaration.effectClass));
    expect(Object.keys(effectClasses).filter((name) => !classes.has(name as 'pure'))).toEqual(['commit-high']);
  });
});

const never = (): never => {
  throw new Error('there is no sample');
};
