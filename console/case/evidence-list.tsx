import type { JSX } from 'preact';
import type { CitedCall, Shown, TaskCase } from '../api/answers.ts';
import { useEverywhere } from '../parts/context.ts';
import { RuleTable, isTraced } from './rule-table.tsx';
import { Passages } from './passages.tsx';
import { Foreign, Value } from '../parts/value.tsx';

/** The evidence of the requester: recorded calls with their results, and the records that were looked up. */
export function EvidenceList({ shown }: { readonly shown: TaskCase }): JSX.Element {
  const { words } = useEverywhere().locale;
  const { evidence = [], basis, lookups = {}, payload } = shown;
  const records: readonly [string, Shown][] = [
    ...(basis ? [[basis.tool, basis] as [string, Shown]] : []),
    ...Object.entries(lookups),
  ];
  return (
    <section aria-labelledby="evidence">
      <h2 id="evidence">{words.task.evidence}</h2>
      {evidence.length === 0 && records.length === 0 && <p class="quiet">{words.task.noEvidence}</p>}
      <Passages shown={shown} />
      {evidence.map((piece) => (
        <Piece key={piece.eventId} piece={piece} />
      ))}
      {records.map(([name, record]) => (
        <details key={name}>
          <summary>
            {words.task.lookups}: <Foreign>{name}</Foreign>
          </summary>
          <Value of={record.object} />
        </details>
      ))}
      {payload !== undefined && (
        <details>
          <summary>{words.task.payload}</summary>
          <Value of={payload} />
        </details>
      )}
    </section>
  );
}

function Piece({ piece }: { readonly piece: CitedCall }): JSX.Element {
  const { words } = useEverywhere().locale;
  return (
    <details open>
      <summary>
        <Foreign>{piece.tool}</Foreign> <Foreign>{words.task.version(piece.version)}</Foreign>
      </summary>
      {isTraced(piece.result) ? <RuleTable of={piece.result} /> : <Value of={piece.result} />}
    </details>
  );
}
