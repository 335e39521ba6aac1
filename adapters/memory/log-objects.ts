import type { LogObjects } from '../../audit-log/store.ts';

/** The objects of an audit log in memory, with the number of puts. */
export class MemoryObjects implements LogObjects {
  readonly objects = new Map<string, Uint8Array>();
  written = 0;

  async get(path: string): Promise<Uint8Array | undefined> {
    return this.objects.get(path);
  }

  /** Stores an object. @throws Error if the path already has other bytes, because the log never changes an object */
  async put(path: string, bytes: Uint8Array): Promise<void> {
    const kept = this.objects.get(path);
    if (kept !== undefined && Buffer.compare(kept, bytes) !== 0)
      throw new Error(`${path} already exists with other bytes`);
    this.objects.set(path, bytes);
    this.written += kept === undefined ? 1 : 0;
  }

  async replace(path: 'checkpoint', bytes: Uint8Array): Promise<void> {
    this.objects.set(path, bytes);
    this.written += 1;
  }
}
