/** Error for a command that lacks something outside the project: the local cloud, credentials or the network. */
export class MissingEnvironment extends Error {
  override readonly name = 'MissingEnvironment';
}
