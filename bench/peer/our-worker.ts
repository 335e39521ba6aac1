import { workerData } from 'node:worker_threads';
import { serveExecutions } from '../../adapters/execution/serve-executions.ts';
import { directoryRelease } from '../../adapters/release/directory.ts';
import { libraryOf } from '../../adapters/release/library-of.ts';
import { sources } from '../../adapters/tables/sources.ts';
import { MemoryContent } from '../../adapters/memory/content.ts';
import { executeHere } from '../../contract/dispatch/execution.ts';
import type { EffectClass, PortName } from '../../contract/effects.ts';
import type { Pattern, RefSlots } from '../../contract/pattern.ts';
import { comparedPatterns, type ComparedPattern } from './patterns.ts';
import { databaseOf, type Setting } from './setting.ts';

const { setting, name } = workerData as { readonly setting: Setting; readonly name: ComparedPattern };
const { pattern, ports: portsOf } = comparedPatterns[name];
const ports = portsOf(setting);
const readers = { sources: sources(databaseOf(setting), new MemoryContent()), ...ports };
const library = libraryOf(await directoryRelease(setting.release));
type AnyPattern = Pattern<EffectClass, unknown, unknown, RefSlots, PortName<EffectClass>, unknown>;
serveExecutions(executeHere(pattern as unknown as AnyPattern, { ports: ports as never, readers, library }));
