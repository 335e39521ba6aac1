/** Where the instance stands, beside that of the end-to-end tests. */
export const directory = '.local/long';
