/** Error for a request that the API refused. The message has the code, the detail and the next step of the refusal. */
export class ApiRefused extends Error {
  override readonly name = 'ApiRefused';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}
