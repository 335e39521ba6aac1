/**
 * The ports at which the command line waits for the answer of the sign-in page. The app client of the command line names
 * them, because Cognito compares the whole redirect address (RFC 6749, 3.1.2.3). Several ports are named in case one is in
 * use.
 */
export const callbackPorts = [52817, 52818, 52819] as const;

/** Returns the address to which the sign-in page sends a person back. */
export const callbackUrl = (port: number): string => `http://localhost:${port}/signed-in`;
