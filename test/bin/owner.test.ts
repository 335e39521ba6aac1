import { beforeEach, describe, expect, it } from 'vitest';
import { memoryWorld, type MemoryWorld } from '../../adapters/memory/world.ts';
import { bindOf } from '../../bin/commands/owner.ts';

let world: MemoryWorld;
let people: { login: string; sub: string }[];
beforeEach(async () => {
  world = memoryWorld();
  people = [
    { login: 'operator', sub: 'sub-1' },
    { login: 'approver-1', sub: 'sub-2' },
  ];
  await world.headWriter.write({ release: 'release-1', withdrawn: [], suspended: [] }, 0);
});

async function bind(login: string): Promise<string> {
  let out = '';
  const command = bindOf({ stores: async () => ({ database: world.database }), people: async () => people });
  const given = { operands: [login], options: {}, tenant: 'demo', tenantsDir: 'tenants', json: false };
  await command.run(given, { out: (text) => (out += text), err: () => {}, color: false });
  return out;
}
const events = (): readonly unknown[] =>
  world.stored
    .items('ledger')
    .map((item): unknown => JSON.parse(String(item['event'])))
    .filter((event) => Reflect.get(Object(event), 'kind') === 'owner');

describe('The command owner bind', () => {
  it('A login is bound to the sub that it has in the user pool, with one event', async () => {
    expect(await bind('operator')).toContain('operator is bound to sub-1.');
    expect(await world.owners.find('operator')).toMatchObject({ login: 'operator', sub: 'sub-1' });
    expect(events()).toMatchObject([
      { kind: 'owner', step: 'bound', subject: 'operator', sub: 'sub-1', release: 'release-1' },
    ]);
  });

  it('A second binding of the same human changes nothing and says so', async () => {
    await bind('operator');
    expect(await bind('operator')).toContain('operator is already bound to sub-1 since ');
    expect(events()).toHaveLength(1);
  });

  it('If somebody else has the login now, the binding stays and the command is refused', async () => {
    await bind('operator');
    people = [{ login: 'operator', sub: 'sub-3' }];
    await expect(bind('operator')).rejects.toThrow(
      'operator is already bound to sub-1, and a binding is never changed',
    );
    expect(await world.owners.find('operator')).toMatchObject({ sub: 'sub-1' });
  });

  it('A login is refused if it looks like another login of the user pool', async () => {
    people.push({ login: 'Operator', sub: 'sub-4' });
    for (const login of ['operator', 'Operator'])
      await expect(bind(login)).rejects.toThrow(/^the login .perator looks like .perator\./);
    expect(events()).toEqual([]);
  });

  it('A login is refused if another login of the user pool has letters of another alphabet that look like its own', async () => {
    people.push({ login: 'оperator', sub: 'sub-4' });
    for (const login of ['operator', 'оperator'])
      await expect(bind(login)).rejects.toThrow(/^the login .perator looks like .perator\./);
    expect(events()).toEqual([]);
  });

  it('A login is refused if it looks like a login that is already bound', async () => {
    await bind('operator');
    people = [{ login: 'ＯＰＥＲＡＴＯＲ', sub: 'sub-5' }];
    await expect(bind('ＯＰＥＲＡＴＯＲ')).rejects.toThrow('operator is already bound to sub-1');
    expect(await world.owners.find('ＯＰＥＲＡＴＯＲ')).toBeUndefined();
  });

  it('A login that the user pool does not have is refused, with the login that looks like it', async () => {
    await expect(bind('OPERATOR')).rejects.toThrow(
      'the user pool has no login OPERATOR. It has operator, which only looks like it',
    );
    await expect(bind('nobody')).rejects.toThrow('the user pool has no login nobody');
  });
});
