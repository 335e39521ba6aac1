import { readFileSync } from 'node:fs';
import { cp, readdir, writeFile } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { main } from '../../../bin/main.ts';
import { checkedTenant } from '../../../registry/tenant/checked-tenant.ts';
import { copyOfDemo, type TenantCopy } from '../tenant-copy.ts';

const here = (name: string): string => join(import.meta.dirname, name);

const run = (copy: TenantCopy, ...args: readonly string[]) => command(copy, 'rates', 'import', ...args);

async function command(copy: TenantCopy, ...args: readonly string[]) {
  const [out, err]: [string[], string[]] = [[], []];
  const code = await main([...args, '--tenants', copy.tenantsDir], {
    out: (text) => void out.push(text),
    err: (text) => void err.push(text),
    color: false,
  });
  return { code, out: out.join(''), err: err.join('') };
}

const tables = async (copy: TenantCopy): Promise<readonly string[]> =>
  (await readdir(join(copy.folder, 'rates'))).sort();

describe('The command `logic-plane rates import`', () => {
  it("The command writes the TCMB's file as the next version of the table, and prints what to do next", async () => {
    await using copy = await copyOfDemo();
    const { code, out, err } = await run(copy, here('today.xml'));
    expect([code, err]).toEqual([0, 'XDR was not imported: not a currency of ISO 4217 that has minor units today\n']);
    expect(out.split('\n')).toEqual([
      'wrote rates/rates.tcmb@1.1.0.yaml',
      'TCMB indicative rates, bulletin 2026/223, foreign exchange selling: 4 rates in TRY of 2026-11-27',
      'tool.money.convert@1.0.0 uses rates.tcmb@1.0.0 and does not see the new table',
      'Next: list rates.tcmb@1.1.0 under `uses` in a new tool version, then run',
      '  npx logic-plane tenant check demo',
      '  npx logic-plane promote TOOL@VERSION',
      '',
    ]);
    expect(await copy.read('rates/rates.tcmb@1.1.0.yaml')).toBe(
      [
        '# Imported by logic-plane rates import. Do not edit: import other rates as another version.',
        '',
        'id: rates.tcmb',
        'version: 1.1.0',
        'source: TCMB indicative rates, bulletin 2026/223, foreign exchange selling',
        'asOf: 2026-11-27',
        'base: TRY',
        'quotes: base-per-unit',
        'rates:',
        '  USD: "47.1862"',
        '  EUR: "54.9035"',
        '  JPY: "0.302841"',
        '  CNY: "6.6994"',
        'provenance:',
        '  file: today.xml',
        `  sha256: ${createHash('sha256')
          .update(readFileSync(here('today.xml')))
          .digest('hex')}`,
        '',
      ].join('\n'),
    );
    // Both versions of the table are valid together.
    const { tenant } = await checkedTenant(copy.tenantsDir, 'demo');
    expect(tenant.artefacts.filter(({ kind }) => kind === 'RateTable')).toHaveLength(2);
  });

  it('After an import, a tool that names a rate table without a version still uses the version that it used before', async () => {
    await using copy = await copyOfDemo();
    await run(copy, here('today.xml'), '--version', '1.7.0');
    const { code, out } = await command(copy, 'gate', 'tool.money.convert@1.0.0');
    expect([code, out]).toEqual([0, expect.stringContaining('tool.money.convert@1.0.0 passed')]);
  });

  it('The command writes the days of a history, each day on its own line', async () => {
    await using copy = await copyOfDemo();
    const { code, out } = await run(copy, here('eurofxref-hist-90d.xml'), '--version', '2.0.0');
    expect([code, out]).toEqual([0, expect.stringContaining('2 rates in EUR of 2026-11-27, and 2 days before it')]);
    expect(await copy.read('rates/rates.ecb@2.0.0.yaml')).toContain(
      '  2026-11-25: { USD: "1.1598", TRY: "54.6650" }\n',
    );
    await checkedTenant(copy.tenantsDir, 'demo');
  });

  it('If the tenant already has the same rates, nothing is written, even if the file has other bytes', async () => {
    await using copy = await copyOfDemo();
    await run(copy, here('eurofxref-daily.xml'));
    const before = await tables(copy);
    const other = join(copy.folder, '..', 'copy.xml');
    await cp(here('eurofxref-daily.xml'), other);
    await writeFile(other, `${readFileSync(other, 'utf8')}\n`);
    for (const args of [[here('eurofxref-daily.xml')], [other], [other, '--version', '9.0.0']]) {
      const { code, out } = await run(copy, ...args);
      expect([code, out]).toEqual([0, 'rates.ecb@1.0.0 already has these rates. Nothing was written\n']);
    }
    expect(await tables(copy)).toEqual(before);
  });

  it.each([
    ['--rate', 'banknote-buying'],
    ['--rate', 'banknote-selling', '--version', '2.0.0'],
    ['--rate', 'forex-buying'],
  ])(
    'A table with another kind of rate (%s %s) is refused as the next version, and the error names another id',
    async (...args) => {
      await using copy = await copyOfDemo();
      const { code, err } = await run(copy, here('today.xml'), ...args);
      const kind = args[1]?.replace('forex', 'foreign-exchange') ?? '';
      expect(code).toBe(1);
      expect(err).toContain(
        `rates.tcmb@1.0.0 has foreign exchange selling rates in TRY, base-per-unit, but the file has ${kind.replaceAll('-', ' ')} rates in TRY`,
      );
      expect(err).toContain(`Import them under another id: --id rates.tcmb-${kind}\n`);
      expect(await tables(copy)).toEqual(['rates.tcmb.yaml']);
      expect(await run(copy, here('today.xml'), ...args, '--id', `rates.tcmb-${kind}`)).toMatchObject({ code: 0 });
      await checkedTenant(copy.tenantsDir, 'demo');
    },
  );

  it('A table of another publisher with another base is refused as the next version', async () => {
    await using copy = await copyOfDemo();
    const { code, err } = await run(copy, here('eurofxref-daily.xml'), '--id', 'rates.tcmb');
    expect([code, err]).toEqual([
      1,
      expect.stringContaining('the file has rates in EUR, units-per-base, so it cannot be the next version'),
    ]);
    expect(await tables(copy)).toEqual(['rates.tcmb.yaml']);
  });

  it('An import never overwrites an existing table', async () => {
    await using copy = await copyOfDemo();
    const before = await copy.read('rates/rates.tcmb.yaml');
    const { code, err } = await run(copy, here('today.xml'), '--version', '1.0.0');
    expect(code).toBe(1);
    expect(err).toMatch(
      /today\.xml: rates\.tcmb@1\.0\.0 already exists with other rates.* Omit --version: then the import writes the next version, 1\.1\.0\n$/,
    );
    expect([await tables(copy), await copy.read('rates/rates.tcmb.yaml')]).toEqual([['rates.tcmb.yaml'], before]);
  });

  it('An import never overwrites a file that does not load', async () => {
    await using copy = await copyOfDemo();
    await copy.write('rates/rates.ecb@1.0.0.yaml', 'id: 7\n');
    const { code } = await run(copy, here('eurofxref-daily.xml'));
    expect([code, await copy.read('rates/rates.ecb@1.0.0.yaml')]).toEqual([1, 'id: 7\n']);
  });

  it.each([
    [
      ['today.xml', '--id', '../tools/tool'],
      1,
      /--id is \.\.\/tools\/tool, which is malformed\. Begin with rates\. and use words/,
    ],
    [['today.xml', '--version', '1.1'], 1, /--version is 1\.1, which is malformed\. Use three numbers/],
    [['today.xml', '--rate', 'forex-seling'], 2, /a TCMB file has no rate forex-seling\. Did you mean forex-selling\?/],
    [['today.xml', '--from', 'yesterday'], 2, /--from must be a date/],
    [['../tenant-copy.ts'], 1, /not well-formed XML/],
    [['yesterday.xml'], 2, /yesterday\.xml does not exist/],
    [['.'], 2, /is a folder\. Use the path of a file/],
    [['today.xml', '--tenant', 'nope'], 2, /there is no tenant "nope"/],
  ])('The command with the arguments %j says what is wrong with them', async ([file = '', ...args], code, message) => {
    await using copy = await copyOfDemo();
    const before = await tables(copy);
    const answer = await run(copy, here(file), ...args);
    expect([answer.code, answer.out]).toEqual([code, '']);
    expect(answer.err).toMatch(message);
    expect(await tables(copy)).toEqual(before);
  });

  it('The command takes exactly one file', async () => {
    await using copy = await copyOfDemo();
    expect([(await run(copy)).code, (await run(copy, 'a', 'b')).code]).toEqual([2, 2]);
  });

  it('With --json, the command answers in JSON', async () => {
    await using copy = await copyOfDemo();
    const { out } = await run(copy, here('today.xml'), '--json');
    expect(JSON.parse(out)).toMatchObject({
      table: 'rates.tcmb@1.1.0',
      wrote: 'rates/rates.tcmb@1.1.0.yaml',
      leftOut: { XDR: expect.any(String) },
      usedBy: [{ tool: 'tool.money.convert@1.0.0', uses: 'rates.tcmb@1.0.0' }],
    });
    const refused = await run(copy, here('import-rates.test.ts'), '--json');
    expect(JSON.parse(refused.out)).toMatchObject({ error: 'RatesRefused' });
  });
});
