import { describe, expect, it } from 'vitest';
import { sor as sorFile } from '../../../contract/artefacts/sor.ts';
import { sor } from '../../patterns/artefacts.ts';

const refusedAt = (file: unknown): readonly string[] =>
  sorFile.safeParse(file).error?.issues.map(({ path }) => path.join('/')) ?? [];

describe('An SoR file', () => {
  it('The SoR file that the tests use is valid', () => {
    expect(refusedAt(sor)).toEqual([]);
  });

  it('An SoR file may have an http origin only on loopback, and only if its network is loopback', () => {
    const local = { ...sor, origin: 'http://127.0.0.1:4010', network: 'loopback' };
    expect(refusedAt(local)).toEqual([]);
    expect(refusedAt({ ...local, network: 'public' })).toEqual(['origin']);
    expect(refusedAt({ ...local, origin: 'http://10.0.0.1' })).toEqual(['origin']);
  });

  it.each(['http://a.example', 'https://a.example/', 'https://u:p@a.example', 'https://A.example', 'ftp://a.example'])(
    'An SoR file with the origin %s is refused',
    (origin) => {
      expect(refusedAt({ ...sor, origin })).toEqual(['origin']);
    },
  );

  it('An SoR file must list address ranges if its network is private, and must not list them otherwise', () => {
    expect(refusedAt({ ...sor, network: 'private' })).toEqual(['cidrs']);
    expect(refusedAt({ ...sor, network: 'private', cidrs: ['10.0.0.0/8'] })).toEqual([]);
    expect(refusedAt({ ...sor, cidrs: ['10.0.0.0/8'] })).toEqual(['cidrs']);
  });

  it.each(['claims/{id}', '//evil/{id}', '/claims', '/claims/{id}/{other}', '/a/../{id}', '/claims/{id}#x'])(
    'An SoR file with the path %s is refused',
    (path) => {
      expect(refusedAt({ ...sor, resources: { ...sor.resources, policy: { path } } })).toContain(
        'resources/policy/path',
      );
    },
  );

  it('An SoR file is refused if a mutation changes a resource that the file does not declare', () => {
    const mutations = { m: { method: 'PUT', path: '/x/{id}', resource: 'toString' } };
    expect(refusedAt({ ...sor, mutations })).toEqual(['mutations/m/resource']);
  });
});

describe('The SoR file of a DynamoDB table', () => {
  const arn = 'arn:aws:dynamodb:eu-central-1:111122223333:table/policies';
  const table = { engine: 'dynamodb', table: arn, resource: 'policy', key: 'policyId', sourceVersion: 'rev' };
  const file = { id: 'sor.table', version: '1.0.0', ...table };

  it('An SoR file of a table needs the ARN of one table; the ARN of several tables, of an index or of another service is refused', () => {
    expect(refusedAt(file)).toEqual([]);
    for (const other of [`${arn}*`, `${arn}/index/x`, arn.replace('dynamodb', 's3'), 'policies']) {
      expect(refusedAt({ ...file, table: other })).toEqual(['table']);
    }
  });

  it('An SoR file of a table is refused if it declares mutations', () => {
    expect(refusedAt({ ...file, mutations: sor.mutations })).toEqual(['']);
  });
});
