import type { JSX } from 'preact';
import { useEverywhere } from '../parts/context.ts';
import { Foreign, shownValue } from '../parts/value.tsx';

/** The result of a validation: a verdict, and what each rule of the pack said. */
interface TracedResult {
  readonly verdict: string;
  readonly rulePack: string;
  readonly trace: readonly {
    readonly rule: string;
    readonly title?: string;
    readonly verdict: string;
    readonly reads?: readonly { readonly pointer: string; readonly value: unknown }[];
  }[];
}

export const isTraced = (result: unknown): result is TracedResult =>
  typeof result === 'object' &&
  result !== null &&
  'trace' in result &&
  Array.isArray(result.trace) &&
  'verdict' in result &&
  'rulePack' in result;

/** The verdict of a validation, with one row for each rule. */
export function RuleTable({ of: { verdict, rulePack, trace } }: { readonly of: TracedResult }): JSX.Element {
  const { locale } = useEverywhere();
  const { words } = locale;
  return (
    <table class="trace">
      <caption>
        <Foreign>{rulePack}</Foreign>: <Verdict of={verdict} />
      </caption>
      <thead>
        <tr>
          <th scope="col">{words.task.rule}</th>
          <th scope="col">{words.task.reads}</th>
          <th scope="col">{words.task.result}</th>
        </tr>
      </thead>
      <tbody>
        {trace.map(({ rule, title, verdict: outcome, reads = [] }) => (
          <tr key={rule}>
            <th scope="row">
              <Foreign>{title ?? rule}</Foreign>
            </th>
            <td>
              {reads.map(({ pointer, value }) => (
                <div key={pointer}>
                  <code>
                    <Foreign>{pointer}</Foreign>
                  </code>{' '}
                  <Foreign>{shownValue(locale, value)}</Foreign>
                </div>
              ))}
            </td>
            <td>
              <Verdict of={outcome} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The verdicts that have a colour. */
const coloured: ReadonlySet<string> = new Set(['pass', 'warn', 'block']);

const Verdict = ({ of }: { readonly of: string }): JSX.Element => (
  <span class={`verdict ${coloured.has(of) ? of : ''}`}>
    <Foreign>{of}</Foreign>
  </span>
);
