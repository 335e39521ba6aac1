/** The folder of the end-to-end tests' own cloud, beside that of `npm start`. */
export const directory = '.local/test';
