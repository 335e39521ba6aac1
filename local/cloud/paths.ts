import { join, relative } from 'node:path';

/** The project's folder: the only one that the local cloud writes to. */
export const projectRoot = join(import.meta.dirname, '..', '..');

/** Everything that the local cloud writes stands below this folder; `npm run reset` removes it. */
export const localFolder = join(projectRoot, '.local');

/** A path as a person would type it from the project's folder. */
export const shown = (path: string): string => relative(projectRoot, path) || '.';
