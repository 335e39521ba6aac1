import { join, relative } from 'node:path';

/** Folder of the project. The local cloud writes nowhere else. */
export const projectRoot = join(import.meta.dirname, '..', '..');

/** Folder of everything that the local cloud writes. `npm run reset` removes it. */
export const localFolder = join(projectRoot, '.local');

/** Returns a path as a person would type it in the project's folder. */
export const shown = (path: string): string => relative(projectRoot, path) || '.';
