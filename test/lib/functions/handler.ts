/** A handler for tests that only need some function in a template or a bundle. */
export const handler = async (): Promise<string> => process.version;
