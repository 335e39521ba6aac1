import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useLocale } from './context.ts';

/** Commands of the command line, ready to copy. */
export const Commands = ({ of }: { readonly of: readonly string[] }): JSX.Element => (
  <div class="commands">
    {of.map((command) => (
      <Command key={command} command={command} />
    ))}
  </div>
);

function Command({ command }: { readonly command: string }): JSX.Element {
  const { words } = useLocale();
  const [copied, setCopied] = useState(false);
  return (
    <p>
      <code>{command}</code>
      <button
        type="button"
        class="plain"
        onClick={() => void navigator.clipboard.writeText(command).then(() => setCopied(true))}
      >
        {copied ? words.copied : words.copy}
      </button>
    </p>
  );
}
