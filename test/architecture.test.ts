import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, sep } from 'node:path';
import { describe, expect, it } from 'vitest';

/**
 * The folders of the product from the bottom up, and the folders that each may import. A folder may always import itself,
 * but no pattern may import another pattern.
 */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  patterns: ['contract'],
  'action-plane': ['contract'],
  'audit-log': ['contract'],
  adapters: ['contract', 'audit-log'],
  registry: ['contract', 'patterns', 'action-plane'],
  lambdas: ['contract', 'patterns', 'action-plane', 'audit-log', 'adapters'],
  lib: ['contract', 'patterns', 'audit-log', 'registry'],
  local: ['contract', 'patterns', 'action-plane', 'audit-log', 'adapters', 'registry', 'lambdas', 'lib'],
  bin: ['contract', 'patterns', 'action-plane', 'audit-log', 'adapters', 'registry', 'lambdas', 'lib', 'local'],
  console: ['contract'],
};

/** Packages that only the folders in the same line may import. */
const homes: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^@aws-sdk\//, ['adapters/aws']],
  [/^@smithy\//, ['adapters/aws']],
  [/^@aws-lambda-powertools\//, ['adapters/aws']],
  [/^(aws-cdk-lib|constructs|cdk-nag|cdk-monitoring-constructs)/, ['lib', 'bin']],
  [/^@cedar-policy\//, ['adapters/cedar', 'registry']],
  [/^@middy\//, ['contract']],
  [/^hyparquet/, ['registry']],
  [/^(unpdf|postal-mime|parse5|csv-parse)(\/|$)/, ['adapters/located-text']],
  [/^(node:)?(http|https|net|tls|dns)(\/|$)/, ['adapters/sor', 'local', 'bin/sign-in']],
  [
    /^(node:)?(fs|child_process)(\/|$)/,
    [
      'adapters/release',
      'adapters/page',
      'adapters/corpora',
      'adapters/located-text/reader',
      'registry',
      'lib',
      'local',
      'bin',
    ],
  ],
];

const root = join(import.meta.dirname, '..');
const statement =
  /(?:^|\n)\s*(?:import|export)\s+(?:type\s+)?(?:[\w*{][^'"]*?\sfrom\s+)?'([^']+)'|import\('([^']+)'\)/g;

const exportedName =
  /^export\s+(?:declare\s+)?(?:abstract\s+)?(?:async\s+)?(?:const|let|function\*?|class|interface|type|enum)\s+([\w$]+)/gm;

/** Names that several files may export: those of a pattern's schema, and the handler of a deployed function. */
const byConvention: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^patterns\/[^/]+\/(internal-)?schema\.ts$/, ['request', 'response', 'settings', 'Request', 'Response', 'Settings']],
  [/^lambdas\/.*index\.ts$/, ['handler']],
];

interface Import {
  readonly file: string;
  readonly from: string;
}

const floors = Object.keys(mayImport);
const imports: readonly Import[] = floors.flatMap((floor) =>
  globSync(`${floor}/**/*.{ts,tsx}`, { cwd: root }).flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(statement)].map(([, named, dynamic]) => ({
      file: file.split(sep).join('/'),
      from: named ?? dynamic ?? '',
    })),
  ),
);
const floorOf = (path: string): string => path.split('/')[0] ?? '';
const own = imports.flatMap(({ file, from }) =>
  from.startsWith('.')
    ? [
        {
          file,
          to: normalize(join(dirname(file), from))
            .split(sep)
            .join('/'),
        },
      ]
    : [],
);

describe('The structure of the code', () => {
  it('This test finds imports in every folder of the product', () => {
    expect(floors.filter((floor) => !imports.some(({ file }) => floorOf(file) === floor))).toEqual([]);
    expect(imports.length).toBeGreaterThan(500);
  });

  it('A folder imports only folders that the table of allowed imports lists for it', () => {
    const up = own.filter(({ file, to }) => {
      const [above, below] = [floorOf(file), floorOf(to)];
      return above !== below && !mayImport[above]?.includes(below);
    });
    expect(up).toEqual([]);
  });

  it('No pattern imports another pattern', () => {
    const pattern = (path: string): string => path.split('/')[1] ?? '';
    expect(
      own.filter(
        ({ file, to }) => floorOf(file) === 'patterns' && floorOf(to) === 'patterns' && pattern(file) !== pattern(to),
      ),
    ).toEqual([]);
  });

  it('No clause imports another clause', () => {
    const clause = /^contract\/dispatch\/clauses\//;
    expect(own.filter(({ file, to }) => clause.test(file) && clause.test(to))).toEqual([]);
  });

  it.each(homes.map(([pattern, places]) => [String(pattern), pattern, places] as const))(
    'A package that matches %s is imported only by the folders that may import it',
    (_, pattern, places) => {
      const astray = imports.filter(
        ({ file, from }) => pattern.test(from) && !places.some((place) => file.startsWith(`${place}/`)),
      );
      expect(astray).toEqual([]);
    },
  );

  it('In the command line and the registry, only registry/files reads files that a user or a tenant names', () => {
    const reads =
      /\b(readFile|readFileSync|createReadStream|open|openSync|opendir|opendirSync|readdir|readdirSync|copyFile|cp)\b/;
    const imported = /import\s*(?:type\s*)?\{([^}]*)\}\s*from 'node:fs(?:\/promises)?'/g;
    const readers = floorsText(['bin', 'registry']).filter(({ text }) =>
      [...text.matchAll(imported)].some(([, names = '']) => reads.test(names)),
    );
    // The other files read only what belongs to the installation, or what the command itself has just written.
    const ownFiles = [
      'bin/check/state-machines.ts',
      'bin/check/templates.ts',
      'bin/run-app.ts',
      'bin/sign-in/kept-session.ts',
      'registry/corpora/build-corpus.ts',
      'registry/objects/export-objects.ts',
      'registry/release/replace-release.ts',
    ];
    const reader = ['registry/files/list-folder.ts', 'registry/files/regular-file.ts'];
    expect(readers.map(({ file }) => file).sort()).toEqual([...ownFiles, ...reader].sort());
  });

  it('The contract, the patterns, the Action Plane and the audit log use no clock, no randomness and no environment of their own', () => {
    const impure = floorsText(['contract', 'patterns', 'action-plane', 'audit-log']).filter(({ text }) =>
      /\bDate\.now\(|\bnew Date\(\)|Math\.random\(|process\.env\b(?!,)|setTimeout\(/.test(text),
    );
    // `in-time.ts` sets the timer that ends a wait; it uses the clock that it is given.
    const allowed = ['contract/platform/environment.ts', 'contract/dispatch/in-time.ts'];
    expect(impure.map(({ file }) => file).sort()).toEqual(allowed.sort());
  });

  it('Every pattern folder has a declaration in pattern.ts and the shapes of arguments and result in schema.ts', () => {
    const folders = [
      ...new Set(own.filter(({ file }) => floorOf(file) === 'patterns').map(({ file }) => file.split('/')[1])),
    ];
    const names = globSync('patterns/*/{pattern,schema}.ts', { cwd: root })
      .map((file) => file.split(sep).join('/'))
      .sort();
    expect(names).toEqual(
      folders.flatMap((folder) => [`patterns/${folder}/pattern.ts`, `patterns/${folder}/schema.ts`]).sort(),
    );
  });

  it('No two files export the same name, except names that every pattern or every function has by convention', () => {
    const exported = floorsText(floors).flatMap(({ file, text }) =>
      [...text.matchAll(exportedName)].flatMap(([, name]) => (name === undefined ? [] : [{ file, name }])),
    );
    const own = exported.filter(
      ({ file, name }) => !byConvention.some(([place, names]) => place.test(file) && names.includes(name)),
    );
    const files = Map.groupBy(own, ({ name }) => name);
    const shared = [...files].map(([name, all]) => [name, ...new Set(all.map(({ file }) => file))]);
    expect(exported.length).toBeGreaterThan(1000);
    expect(shared.filter(([, ...places]) => places.length > 1)).toEqual([]);
  });

  it('No comment promises future work with TODO, FIXME or XXX', () => {
    const promises = floorsText(floors).filter(({ text }) => /\b(TODO|FIXME|XXX)\b/.test(text));
    expect(promises.map(({ file }) => file)).toEqual([]);
  });
});

function floorsText(names: readonly string[]): readonly { readonly file: string; readonly text: string }[] {
  return names.flatMap((floor) =>
    globSync(`${floor}/**/*.{ts,tsx}`, { cwd: root }).map((file) => ({
      file: file.split(sep).join('/'),
      text: readFileSync(join(root, file), 'utf8'),
    })),
  );
}
