/** No such tool version; the message says which there are. */
export class UnknownToolVersion extends Error {
  override readonly name = 'UnknownToolVersion';
}
