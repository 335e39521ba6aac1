/** The folder of the long tests' own cloud, beside that of the end-to-end tests. */
export const directory = '.local/long';
