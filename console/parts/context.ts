import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { ApiClient } from '../api/client.ts';
import type { Me } from '../api/answers.ts';
import type { Locale } from '../words/locale.ts';

/** The values that every part of the page may use. */
export interface Everywhere {
  readonly api: ApiClient;
  readonly me: Me;
  /** The stage of this deployment, such as `prod`, or `local`. Commands need it. */
  readonly stage: string;
  readonly locale: Locale;
}

export const everywhere = createContext<Everywhere | undefined>(undefined);
export const localeContext = createContext<Locale | undefined>(undefined);

/** @throws Error outside of the signed-in part of the page */
export function useEverywhere(): Everywhere {
  const value = useContext(everywhere);
  if (value === undefined) throw new Error('nobody is signed in here');
  return value;
}

/** @throws Error outside of the page */
export function useLocale(): Locale {
  const value = useContext(localeContext);
  if (value === undefined) throw new Error('this part is outside of the page');
  return value;
}
