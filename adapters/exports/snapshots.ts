import { sha256OfBytes, type ContentReader } from '../../contract/rows/content.ts';
import { exportManifest, type Exports, type ExportSnapshot } from '../../contract/rows/exports.ts';
import { Failure } from '../../contract/failures.ts';
import type { Head } from '../../contract/system.ts';

/** The most manifests that a worker keeps. Usually there is one for each type. */
const mostKept = 16;

/**
 * Reads the export snapshots that the head names as in force. A worker fetches each manifest once and checks it against
 * its id.
 */
export function snapshots({
  head,
  content,
}: {
  readonly head: Head;
  readonly content: ContentReader;
}): Pick<Exports, 'snapshot'> {
  const kept = new Map<string, ExportSnapshot>();

  async function read(type: string, id: string): Promise<ExportSnapshot> {
    const bytes = await content.get('exports', id);
    if (!bytes || sha256OfBytes(bytes) !== id)
      throw unexported(
        type,
        'the manifest of the snapshot of exported objects in force is missing or damaged. Export the objects again',
      );
    const manifest = exportManifest.safeParse(JSON.parse(new TextDecoder().decode(bytes)));
    if (!manifest.success || manifest.data.type !== type) {
      throw unexported(
        type,
        'the snapshot of exported objects in force is not one of this type that this version of the platform can read. Export the objects again',
      );
    }
    return { id, manifest: manifest.data };
  }

  return {
    async snapshot(type) {
      const { exports = {} } = await head.current();
      const id = Object.hasOwn(exports, type) ? exports[type] : undefined;
      if (id === undefined)
        throw unexported(type, 'no snapshot of exported objects of this type is in force. Export the objects');
      const known = kept.get(id) ?? (await read(type, id));
      if (known.manifest.type !== type)
        throw unexported(
          type,
          'the snapshot of exported objects in force holds another type. Export the objects again',
        );
      kept.set(id, known);
      for (const oldest of [...kept.keys()].slice(0, -mostKept)) kept.delete(oldest);
      return known;
    },
  };
}

const unexported = (type: string, why: string): Failure => new Failure('objects.unexported', `${type}: ${why}`);
