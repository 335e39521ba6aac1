/** Stands for a function's handler where only the template or the bundle's making is looked at. */
export const handler = async (): Promise<string> => process.version;
