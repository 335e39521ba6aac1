import type { Io } from '../command.ts';

/** Shows the progress of long work. On a terminal each text replaces the one before; in a file each text is a line. */
export function progressLine({ err, color }: Io, quiet: boolean): { show: (text: string) => void; end: () => void } {
  if (quiet) return { show: () => {}, end: () => {} };
  return {
    show: (text) => err(color ? `\r\u001B[K${text.slice(0, 100)}` : `${text}\n`),
    end: () => {
      if (color) err('\r\u001B[K');
    },
  };
}
