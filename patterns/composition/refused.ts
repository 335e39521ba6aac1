/** A finding of a template's proof, with its place in the body. */
export class TemplateRefused extends Error {
  override readonly name = 'TemplateRefused';
  readonly path: readonly (string | number)[];

  constructor(path: readonly (string | number)[], message: string) {
    super(message);
    this.path = path;
  }
}
