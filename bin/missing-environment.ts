/** Something that is no part of the project is not there: no local cloud, no credentials, no network. */
export class MissingEnvironment extends Error {
  override readonly name = 'MissingEnvironment';
}
