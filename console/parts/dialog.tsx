import type { ComponentChildren, JSX } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';

/** A modal dialog. The browser keeps the focus inside, and Escape closes it if `onClose` is given. */
export function Dialog({
  title,
  onClose,
  children,
}: {
  readonly title: string;
  readonly onClose?: () => void;
  readonly children: ComponentChildren;
}): JSX.Element {
  const heading = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  // A layout effect opens the dialog before the next key, so that this key does not act on the page behind it.
  useLayoutEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
    >
      <h2 id={heading}>{title}</h2>
      {children}
    </dialog>
  );
}
