import { checkProof, eventProof, type EventProof } from '../../audit-log/event-proof.ts';
import { noteKeyOf } from '../../audit-log/signed-note.ts';
import { UsageError } from '../../lib/usage-error.ts';
import { exitCodes, type Command } from '../command.ts';
import { textOperand } from '../operand-file.ts';

/** Command `logic-plane audit check`. It needs only the proof and the log's public key, so an outside auditor can run it. */
export const checkProofFile: Command = {
  summary: 'Check a proof that one event is in the audit log. The command needs no access to the log',
  operands: 'PROOF.json --key FILE',
  examples: ['logic-plane audit check proof.json --key log.vkey'],
  options: { key: { type: 'string', says: "file with the log's public key, from a source that you trust" } },
  run: async (given, io) => {
    const [file, ...more] = given.operands;
    const { key: keyFile } = given.options;
    if (file === undefined || more.length > 0 || typeof keyFile !== 'string') {
      throw new UsageError('audit check takes one proof file and --key FILE');
    }
    const key = noteKeyOf(textOperand(keyFile));
    if (key === undefined)
      throw new UsageError(
        `${keyFile} is not a public key of the audit log. It must be one line of the form NAME+8 hex digits+base64`,
      );
    const proof = proofOf(file, textOperand(file));
    const verdict = checkProof(proof, key);
    if (given.json)
      io.out(`${JSON.stringify({ ...verdict, log: key.name, index: proof.index, event: proof.event })}\n`);
    else if (verdict.holds) {
      io.out(`The proof is valid: the event is entry ${proof.index} of the ${verdict.size} entries of ${key.name}\n`);
      io.out(`${JSON.stringify(proof.event, undefined, 2)}\n`);
    } else io.out(`The proof is not valid: ${verdict.what}\n`);
    return verdict.holds ? exitCodes.ok : exitCodes.finding;
  },
};

function proofOf(file: string, text: string): EventProof {
  try {
    return eventProof.parse(JSON.parse(text));
  } catch (cause) {
    throw new UsageError(`${file} is not a proof. Use a file that logic-plane audit prove wrote`, { cause });
  }
}
