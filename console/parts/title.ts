import { useLayoutEffect } from 'preact/hooks';
import { useLocale } from './context.ts';
import { unhidden } from './value.tsx';

/** The tab of a browser shows about so many characters. */
const mostCharacters = 120;

/** Shows a title in the tab of the browser, with the product's name after it. */
export function useTitle(title: string): void {
  const { words } = useLocale();
  useLayoutEffect(() => {
    document.title = `${unhidden(title).slice(0, mostCharacters)} · ${words.product}`;
  }, [title, words]);
}
