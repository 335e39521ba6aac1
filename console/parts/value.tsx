import { toChildArray, type ComponentChildren, type JSX } from 'preact';
import { replaceHiding } from '../../contract/values/plain-text.ts';
import { useLocale } from './context.ts';
import type { Locale } from '../words/locale.ts';

/**
 * Returns a value of the API as one line of text. Amounts of money and decimals get the separators of the locale; lists
 * and objects become JSON.
 */
export function shownValue(locale: Locale, value: unknown): string {
  if (value === undefined || value === null || value === '') return locale.words.inbox.nothing;
  if (isMoney(value)) return `${locale.decimal(value.amount)} ${value.currency}`;
  if (typeof value === 'string') return /^-?\d+\.\d+$/.test(value) ? locale.decimal(value) : value;
  return JSON.stringify(value);
}

const isMoney = (value: unknown): value is { readonly amount: string; readonly currency: string } =>
  typeof value === 'object' &&
  value !== null &&
  'amount' in value &&
  'currency' in value &&
  typeof value.amount === 'string' &&
  typeof value.currency === 'string' &&
  Object.keys(value).length === 2;

/**
 * Shows a value of any shape: objects and lists as nested lists of terms, everything else as text. A text can never
 * become a part of the page, and each text keeps its own direction of writing.
 */
export function Value({ of }: { readonly of: unknown }): JSX.Element {
  const locale = useLocale();
  if (typeof of !== 'object' || of === null || isMoney(of)) return <Foreign>{shownValue(locale, of)}</Foreign>;
  if (Array.isArray(of))
    return (
      <ol class="value">
        {of.map((item: unknown, index) => (
          <li key={index}>
            <Value of={item} />
          </li>
        ))}
      </ol>
    );
  return (
    <dl class="value">
      {Object.entries(of).map(([name, member]) => (
        <div key={name}>
          <dt>
            <Foreign>{name}</Foreign>
          </dt>
          <dd>
            <Value of={member} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/**
 * Returns a text as people may see it. The API accepts no hidden characters from agents, but a document or a system of
 * record can contain some. Each one becomes a visible U+FFFD, so that no value looks like another one.
 */
export const unhidden = (text: string): string =>
  replaceHiding(text, (character) => (character === '\r' ? '' : '\uFFFD'));

/** Text that does not come from the page itself. Its direction of writing cannot reach the text around it. */
export const Foreign = ({ children }: { readonly children: ComponentChildren }): JSX.Element => (
  <bdi class="foreign">
    {toChildArray(children).map((child) => (typeof child === 'string' ? unhidden(child) : child))}
  </bdi>
);
