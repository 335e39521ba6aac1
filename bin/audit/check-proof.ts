import { checkProof, eventProof, type EventProof } from '../../audit-log/event-proof.ts';
import { noteKeyOf } from '../../audit-log/signed-note.ts';
import { UsageError } from '../../lib/usage-error.ts';
import { exitCodes, type Command } from '../command.ts';
import { textOperand } from '../operand-file.ts';

/** `logic-plane audit check`: anybody can run it, without the log and without an account. */
export const checkProofFile: Command = {
  summary: 'Check a proof that one event is in the log. It needs the proof and the public key, and no log',
  operands: 'PROOF.json --key FILE',
  examples: ['logic-plane audit check proof.json --key log.vkey'],
  options: { key: { type: 'string', says: "the log's public key, from a source that you trust" } },
  run: async (given, io) => {
    const [file, ...more] = given.operands;
    const { key: keyFile } = given.options;
    if (file === undefined || more.length > 0 || typeof keyFile !== 'string') {
      throw new UsageError('audit check takes one proof and --key FILE');
    }
    const key = noteKeyOf(await textOperand(keyFile));
    if (key === undefined) throw new UsageError(`${keyFile} is not a key of a signed note: NAME+8 hex digits+base64`);
    const proof = proofOf(file, await textOperand(file));
    const verdict = checkProof(proof, key);
    if (given.json)
      io.out(`${JSON.stringify({ ...verdict, log: key.name, index: proof.index, event: proof.event })}\n`);
    else if (verdict.holds) {
      io.out(`The event is entry ${proof.index} of ${key.name}, in a tree of ${verdict.size} entries\n`);
      io.out(`${JSON.stringify(proof.event, undefined, 2)}\n`);
    } else io.out(`The proof does not hold: ${verdict.what}\n`);
    return verdict.holds ? exitCodes.ok : exitCodes.finding;
  },
};

function proofOf(file: string, text: string): EventProof {
  try {
    return eventProof.parse(JSON.parse(text));
  } catch (cause) {
    throw new UsageError(`${file} is not a proof that audit prove wrote`, { cause });
  }
}
