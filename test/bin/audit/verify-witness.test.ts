import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { httpWitness } from '../../../adapters/sor/witness.ts';
import { verifierText } from '../../../audit-log/signed-note.ts';
import { verifyCopy } from '../../../bin/audit/verify-copy.ts';
import { exampleLog } from '../../audit-log/example-log.ts';
import { TestWitness } from '../../support/witness.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'verify-witness-'));
  let server: TestWitness | undefined;
  await exampleLog(folder, async (key) => {
    server = new TestWitness([key]);
    return httpWitness(await server.start(), server.key);
  });
  if (!server) throw new Error('no witness was asked');
  await server.stop();
  await writeFile(join(folder, 'witness.vkey'), verifierText(server.key, 'witness'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function verify(witness: string) {
  let [out, err] = ['', ''];
  const given = {
    operands: [join(folder, 'audit-export')],
    options: { witness: join(folder, witness) },
    tenant: 'demo',
    tenantsDir: 'tenants',
    json: false,
  };
  const io = { out: (text: string) => void (out += text), err: (text: string) => void (err += text), color: false };
  const code = await verifyCopy.run(given, io);
  return { code, out, err };
}

describe('The command audit verify with --witness', () => {
  it('The command says up to which entry the witness cosigned the exported log', async () => {
    const { code, out } = await verify('witness.vkey');
    expect([code, out]).toEqual([0, expect.stringContaining('The witness cosigned the first 300 entries at 2025-')]);
  });

  it("If the file has the key of the log, the command says that it is not a witness's key", async () => {
    await expect(verify('log.vkey')).rejects.toThrow('is not a public key of the witness');
  });
});
