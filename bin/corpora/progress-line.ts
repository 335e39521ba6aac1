import type { Io } from '../command.ts';

/** One line that says how far long work has come: written over on a terminal, and a line each where it goes into a file. */
export function progressLine({ err, color }: Io, quiet: boolean): { show: (text: string) => void; end: () => void } {
  if (quiet) return { show: () => {}, end: () => {} };
  return {
    show: (text) => err(color ? `\r\u001B[K${text.slice(0, 100)}` : `${text}\n`),
    end: () => {
      if (color) err('\r\u001B[K');
    },
  };
}
