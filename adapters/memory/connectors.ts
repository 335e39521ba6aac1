import type { Sor } from '../../contract/artefacts/sor.ts';
import type { Connectors, SorAnswer } from '../../contract/ports.ts';

/** A system of record in memory. It answers each path with the answer that was set for it. */
export class MemorySor implements Connectors {
  readonly #resources = new Map<string, SorAnswer>();
  /** The paths that were read, in order. */
  readonly reads: string[] = [];

  /** Sets the answer for a path. A path without an answer gets 404. */
  answer(sor: Pick<Sor, 'id'>, path: string, answer: SorAnswer): void {
    this.#resources.set(`${sor.id} ${path}`, answer);
  }

  async read(sor: Sor, request: { path: string; ifNoneMatch?: string }): Promise<SorAnswer> {
    this.reads.push(request.path);
    const stands = this.#resources.get(`${sor.id} ${request.path}`);
    if (stands === undefined) return { kind: 'answer', status: 404, headers: {}, body: '' };
    const unchanged = stands.kind === 'answer' && stands.etag !== undefined && stands.etag === request.ifNoneMatch;
    return unchanged ? { ...stands, status: 304, body: '' } : stands;
  }
}
