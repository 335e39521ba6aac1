/** Error: the tool version does not exist. The message names the nearest version, or lists the known versions. */
export class UnknownToolVersion extends Error {
  override readonly name = 'UnknownToolVersion';
}
