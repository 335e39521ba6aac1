import { useLayoutEffect } from 'preact/hooks';

export type KeyActions = Readonly<Record<string, (() => void) | undefined>>;

/**
 * Calls the action of a key that is pressed, unless the person is typing, holds a modifier, or has a dialog open. Keys
 * have their names of UI Events, such as `j` or `Enter`.
 */
export function useKeys(actions: KeyActions): void {
  // A layout effect runs before the browser handles its next event, so no key falls between two renderings.
  useLayoutEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (isTyping(event.target) || document.querySelector('dialog[open]') !== null) return;
      const act = Object.hasOwn(actions, event.key) ? actions[event.key] : undefined;
      if (act === undefined) return;
      event.preventDefault();
      act();
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  });
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null;
