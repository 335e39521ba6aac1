/** Thrown for a problem of a template, with its place in the template's body. */
export class TemplateRefused extends Error {
  override readonly name = 'TemplateRefused';
  readonly path: readonly (string | number)[];

  constructor(path: readonly (string | number)[], message: string) {
    super(message);
    this.path = path;
  }
}
