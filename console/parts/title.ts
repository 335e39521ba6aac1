import { useLayoutEffect } from 'preact/hooks';
import { useLocale } from './context.ts';

/** Shows a title in the tab of the browser, with the product's name after it. */
export function useTitle(title: string): void {
  const { words } = useLocale();
  useLayoutEffect(() => {
    document.title = `${title} · ${words.product}`;
  }, [title, words]);
}
