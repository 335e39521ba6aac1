import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { effectClasses } from '../../../contract/effects.ts';
import { patternNames } from '../../../contract/artefacts/tool-version.ts';
import { patterns } from '../../../registry/patterns.ts';
import { gatedTools } from '../../../registry/gate/tools.ts';
import { benchOf } from './bench.ts';
import { specimensFolder } from './specimen-for.ts';
import { specimens } from './specimens.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const shown = specimens.map(({ declaration }) => declaration.function).sort();

/** Names of a module's exports that are declarations of patterns. */
const declared = (exported: unknown): readonly string[] => {
  const { effectClass, execute, function: name } = Object(exported) as Record<string, unknown>;
  return typeof effectClass === 'string' && typeof execute === 'function' ? [String(name)] : [];
};

describe('the contract suite', () => {
  it('has a specimen for every declaration in the folders of the patterns', async () => {
    const files = globSync('patterns/*/*.ts', { cwd: root });
    const modules = await Promise.all(files.map(async (file) => (await import(join(root, file))) as object));
    const names = modules.flatMap((module) => Object.values(module).flatMap(declared));
    expect(names.length).toBeGreaterThanOrEqual(patternNames.length);
    expect([...new Set(names)].sort()).toEqual(shown);
  });

  it('has a specimen for every pattern that the compiler and the gate know, and for each of the ten', async () => {
    expect(patterns.map((pattern) => pattern.function).sort()).toEqual(shown);
    const { system, ports } = await benchOf(specimens[0] ?? never());
    expect(Object.keys(gatedTools(system, ports)).sort()).toEqual(shown);
    expect([...new Set(specimens.map(({ declaration }) => declaration.name))].sort()).toEqual([...patternNames].sort());
  });

  it('has a specimen for every deployed tool function, and calls it as the function is called', () => {
    const files = globSync('*.ts', { cwd: specimensFolder }).map((file) => basename(file, '.ts'));
    expect(files.sort()).toEqual(shown);
    const deployed = globSync('lambdas/*/index.ts', { cwd: root }).filter((file) =>
      readFileSync(join(root, file), 'utf8').includes('toolFunction('),
    );
    expect(deployed.map((file) => basename(dirname(file))).sort()).toEqual(shown);
  });

  it('has a specimen for every effect class except that of the commit functions, which no tool has', () => {
    const classes = new Set(specimens.map(({ declaration }) => declaration.effectClass));
    expect(Object.keys(effectClasses).filter((name) => !classes.has(name as 'pure'))).toEqual(['commit-high']);
  });
});

const never = (): never => {
  throw new Error('there is no specimen');
};
