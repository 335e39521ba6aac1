import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { giveBack, takeCopy } from './kept-copies.ts';

/** A copy of the demo tenant in a folder of one test, in which it may change files. */
export interface TenantCopy extends AsyncDisposable {
  readonly tenantsDir: string;
  readonly folder: string;
  /**
   * Replaces the first occurrence of a text. Throws if the file does not have it, so that no test changes nothing by
   * mistake.
   */
  edit(file: string, from: string, to: string): Promise<void>;
  write(file: string, text: string): Promise<void>;
  read(file: string): Promise<string>;
  remove(file: string): Promise<void>;
}

export async function copyOfDemo(): Promise<TenantCopy> {
  const kept = takeCopy();
  const { tenantsDir } = kept;
  const folder = join(tenantsDir, 'demo');
  const read = (file: string): Promise<string> => readFile(join(folder, file), 'utf8');
  const write = async (file: string, text: string): Promise<void> => {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), text);
  };
  return {
    tenantsDir,
    folder,
    read,
    write,
    edit: async (file, from, to) => {
      const text = await read(file);
      if (!text.includes(from)) throw new Error(`${file} does not hold ${from}`);
      await write(
        file,
        text.replace(from, () => to),
      );
    },
    remove: (file) => rm(join(folder, file)),
    [Symbol.asyncDispose]: async () => giveBack(kept),
  };
}
