/** What the proof of a template found, and where in its body. */
export class TemplateRefused extends Error {
  override readonly name = 'TemplateRefused';
  readonly path: readonly (string | number)[];

  constructor(path: readonly (string | number)[], message: string) {
    super(message);
    this.path = path;
  }
}
