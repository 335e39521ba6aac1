/** An SoR cannot be sent where it was asked to be; the message is one line. */
export class OverrideRefused extends Error {
  override readonly name = 'OverrideRefused';
}
