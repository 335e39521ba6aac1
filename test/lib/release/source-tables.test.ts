import { describe, expect, it } from 'vitest';
import { withTables } from '../../../lib/release/source-tables.ts';
import { functionRoles } from '../roles.ts';
import { planes, sampleRelease } from '../planes.ts';
import { sor } from '../../patterns/artefacts.ts';

const arn = 'arn:aws:dynamodb:eu-central-1:111122223333:table/policies';

describe('The tenant’s own tables', () => {
  it('Only the function whose tools look up records in a table may read its items, and it has no other right to the table', () => {
    const functions = sampleRelease.functions.map((row) => (row.name === 'lookup' ? { ...row, tables: [arn] } : row));
    const touching = [...functionRoles(planes({ release: { functions } }))].flatMap(([name, { statements }]) =>
      statements
        .filter(({ Resource }) => Resource.some((one) => JSON.stringify(one).includes('111122223333')))
        .map(({ Action, Resource }) => [name, Action, Resource.filter((one) => typeof one === 'string')]),
    );
    expect(touching).toEqual([['lookup', ['dynamodb:GetItem'], [arn]]]);
  });

  it('A function may read the tables that its tools name if its effect class reads from outside', () => {
    const table = { version: '1.0.0', engine: 'dynamodb', resource: 'policy', key: 'id' } as const;
    const sors = [
      { ...table, id: 'sor.table', table: arn },
      { ...table, id: 'sor.other', table: `${arn}2` },
      { ...sor, id: 'sor.http' },
    ];
    const records = [{ function: 'lookup', uses: ['sor.table@1.0.0', 'sor.http@1.0.0'] }];
    const row = { name: 'lookup', effectClass: 'read-external' } as const;
    expect(withTables(row, records, sors)).toEqual({ ...row, tables: [arn] });
    expect(withTables({ name: 'lookup', effectClass: 'stage' }, records, sors)).not.toHaveProperty('tables');
    expect(withTables(row, [], sors)).toEqual(row);
  });
});
