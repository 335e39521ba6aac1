import type { Hash } from '../../contract/values/canonical.ts';
import type { ContentArea, ContentEraser, ContentStore, SourceWriter } from '../../contract/rows/content.ts';
import type { ExportWriter } from '../../contract/rows/exports.ts';
import { erasedText } from '../tables/aside.ts';
import { Failure } from '../../contract/failures.ts';

/** A content store in memory. Only a test can change stored bytes. */
export class MemoryContent implements ContentStore, ContentEraser, SourceWriter, ExportWriter {
  readonly #objects = new Map<string, Uint8Array>();
  /** While this is true, every request fails as if the store did not answer. */
  away = false;
  /** The requests so far, in order, such as `get results` or `put payloads`. */
  readonly requests: string[] = [];

  async get(area: ContentArea, name: Hash): Promise<Uint8Array | undefined> {
    this.#request(`get ${area}`);
    return this.#objects.get(`${area}/${name}`)?.slice();
  }

  async put(area: ContentArea, name: Hash, bytes: Uint8Array): Promise<void> {
    this.#request(`put ${area}`);
    if (!this.#objects.has(`${area}/${name}`)) this.tamper(area, name, bytes);
  }

  async putAgain(name: Hash, bytes: Uint8Array): Promise<void> {
    this.#request('put again sources');
    this.tamper('sources', name, bytes);
  }

  async erase(area: ContentArea, name: Hash): Promise<boolean> {
    this.#request(`erase ${area}`);
    if (!this.#objects.has(`${area}/${name}`)) return false;
    this.tamper(area, name, Buffer.from(erasedText));
    return true;
  }

  async putPart(key: string, bytes: Uint8Array): Promise<void> {
    this.#request('put part');
    if (!this.#objects.has(key)) this.#objects.set(key, new Uint8Array(bytes));
  }

  /** Replaces stored bytes, to test that the platform notices. */
  tamper(area: ContentArea, name: Hash, bytes: Uint8Array): void {
    this.#objects.set(`${area}/${name}`, new Uint8Array(bytes));
  }

  /** Returns the parts of exported snapshots by their key. */
  parts(): ReadonlyMap<string, Uint8Array> {
    return new Map([...this.#objects].filter(([key]) => key.endsWith('.parquet')));
  }

  names(area: ContentArea): readonly Hash[] {
    return [...this.#objects.keys()]
      .filter((key) => key.startsWith(`${area}/`))
      .map((key) => key.slice(area.length + 1));
  }

  #request(what: string): void {
    this.requests.push(what);
    if (this.away) throw new Failure('dependency.unavailable', 'the content store did not answer');
  }
}
