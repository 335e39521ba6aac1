/** Error: an SoR cannot have the place of its override. The message is one line. */
export class OverrideRefused extends Error {
  override readonly name = 'OverrideRefused';
}
