import type { LogObjects } from '../../audit-log/store.ts';

/** The objects of an audit log in this process, and how many were put. */
export class MemoryObjects implements LogObjects {
  readonly objects = new Map<string, Uint8Array>();
  written = 0;

  async get(path: string): Promise<Uint8Array | undefined> {
    return this.objects.get(path);
  }

  /** Throws where a store would keep other bytes under the same path: the log never puts two contents under one path. */
  async put(path: string, bytes: Uint8Array): Promise<void> {
    const kept = this.objects.get(path);
    if (kept !== undefined && Buffer.compare(kept, bytes) !== 0) throw new Error(`${path} was put with other bytes`);
    this.objects.set(path, bytes);
    this.written += kept === undefined ? 1 : 0;
  }

  async replace(path: 'checkpoint', bytes: Uint8Array): Promise<void> {
    this.objects.set(path, bytes);
    this.written += 1;
  }
}
