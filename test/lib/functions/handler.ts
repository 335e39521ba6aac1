/** A handler for tests that look only at the template or at how a bundle is made. */
export const handler = async (): Promise<string> => process.version;
