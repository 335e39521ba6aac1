/** The folder of the tests' own cloud, beside that of `npm start`. */
export const directory = '.local/test';
