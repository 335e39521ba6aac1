import { describe, expect, it } from 'vitest';
import { sor as sorFile } from '../../../contract/artefacts/sor.ts';
import { sor } from '../../patterns/artefacts.ts';

const refusedAt = (file: unknown): readonly string[] =>
  sorFile.safeParse(file).error?.issues.map(({ path }) => path.join('/')) ?? [];

describe("an SoR's file", () => {
  it('is valid with the members that the tests use', () => {
    expect(refusedAt(sor)).toEqual([]);
  });

  it('may use http only on loopback, and only if its network is loopback', () => {
    const local = { ...sor, origin: 'http://127.0.0.1:4010', network: 'loopback' };
    expect(refusedAt(local)).toEqual([]);
    expect(refusedAt({ ...local, network: 'public' })).toEqual(['origin']);
    expect(refusedAt({ ...local, origin: 'http://10.0.0.1' })).toEqual(['origin']);
  });

  it.each(['http://a.example', 'https://a.example/', 'https://u:p@a.example', 'https://A.example', 'ftp://a.example'])(
    'is refused with the origin %s',
    (origin) => {
      expect(refusedAt({ ...sor, origin })).toEqual(['origin']);
    },
  );

  it('lists address ranges if its network is private, and only then', () => {
    expect(refusedAt({ ...sor, network: 'private' })).toEqual(['cidrs']);
    expect(refusedAt({ ...sor, network: 'private', cidrs: ['10.0.0.0/8'] })).toEqual([]);
    expect(refusedAt({ ...sor, cidrs: ['10.0.0.0/8'] })).toEqual(['cidrs']);
  });

  it.each(['claims/{id}', '//evil/{id}', '/claims', '/claims/{id}/{other}', '/a/../{id}', '/claims/{id}#x'])(
    'is refused with the path %s',
    (path) => {
      expect(refusedAt({ ...sor, resources: { ...sor.resources, policy: { path } } })).toContain(
        'resources/policy/path',
      );
    },
  );

  it('is refused if a mutation changes a resource that it does not declare', () => {
    const mutations = { m: { method: 'PUT', path: '/x/{id}', resource: 'toString' } };
    expect(refusedAt({ ...sor, mutations })).toEqual(['mutations/m/resource']);
  });
});

describe("a file of a tenant's own table", () => {
  const arn = 'arn:aws:dynamodb:eu-central-1:111122223333:table/policies';
  const table = { engine: 'dynamodb', table: arn, resource: 'policy', key: 'policyId', sourceVersion: 'rev' };
  const file = { id: 'sor.table', version: '1.0.0', ...table };

  it('is valid with the ARN of one table, and refused with the ARN of many, of an index or of another service', () => {
    expect(refusedAt(file)).toEqual([]);
    for (const other of [`${arn}*`, `${arn}/index/x`, arn.replace('dynamodb', 's3'), 'policies']) {
      expect(refusedAt({ ...file, table: other })).toEqual(['table']);
    }
  });

  it('has no mutations', () => {
    expect(refusedAt({ ...file, mutations: sor.mutations })).toEqual(['']);
  });
});
