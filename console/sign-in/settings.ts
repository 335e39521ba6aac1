/** The settings that the page needs before anybody signs in. The function `console` serves it as `settings.json`. */
export interface Settings {
  readonly tenant: string;
  readonly stage: string;
  /** The id of the app client with which people sign in. */
  readonly clientId: string;
  /** The issuer of the tokens (OpenID Connect Core 1.0, 2). */
  readonly issuer: string;
  /** The origin of the hosted sign-in, or `self` if the page came from there. */
  readonly origin: string;
}

/** @throws Error if the file cannot be read */
export async function readSettings(): Promise<Settings> {
  const answer = await fetch('settings.json');
  if (!answer.ok) throw new Error(`settings.json answers ${answer.status}`);
  return (await answer.json()) as Settings;
}
