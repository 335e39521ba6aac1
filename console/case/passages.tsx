import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { CitedSource, ShownPassage, SourceLinks, TaskCase } from '../api/answers.ts';
import { useEverywhere } from '../parts/context.ts';
import { ProblemNote } from '../parts/problem.tsx';
import { Foreign, Value, unhidden } from '../parts/value.tsx';

/** The passages that the evidence quotes, each marked within the text around it, with its source and its place. */
export function Passages({ shown: { task, passages = [], sources = [] } }: { readonly shown: TaskCase }): JSX.Element {
  return (
    <>
      {passages.map((passage, i) => (
        <QuotedPassage
          key={i}
          passage={passage}
          taskId={task.id}
          source={sources.find(({ source }) => source === passage.source)}
        />
      ))}
    </>
  );
}

function QuotedPassage({
  passage: { quote, before = '', after = '', title, document, place },
  taskId,
  source,
}: {
  readonly passage: ShownPassage;
  readonly taskId: string;
  readonly source: CitedSource | undefined;
}): JSX.Element {
  const { words } = useEverywhere().locale;
  return (
    <figure class="passage">
      <blockquote class="said">
        <Foreign>
          {before}
          <mark>{unhidden(quote)}</mark>
          {after}
        </Foreign>
      </blockquote>
      <figcaption class="quiet">
        {words.task.source}:{' '}
        <Foreign>{source?.name ?? title ?? document ?? source?.source ?? words.task.hidden}</Foreign>
        {place !== undefined && (
          <>
            {' · '}
            {words.task.place}: <Value of={place} />
          </>
        )}
        {source && <Download taskId={taskId} source={source.source} />}
      </figcaption>
    </figure>
  );
}

/** Asks for a link only when the person wants the document, because a link is short-lived and each one is recorded. */
function Download({ taskId, source }: { readonly taskId: string; readonly source: string }): JSX.Element {
  const { api, locale } = useEverywhere();
  const [error, setError] = useState<unknown>();
  const download = async (): Promise<void> => {
    try {
      const path = `tasks/${encodeURIComponent(taskId)}/sources/${encodeURIComponent(source)}`;
      const { links } = await api.get<SourceLinks>(path);
      const link = document.createElement('a');
      link.href = links.source.url;
      link.rel = 'noreferrer';
      link.target = '_blank';
      link.click();
    } catch (failed) {
      setError(failed);
    }
  };
  return (
    <>
      <button type="button" class="plain" onClick={() => void download()}>
        {locale.words.task.download}
      </button>
      <ProblemNote error={error} />
    </>
  );
}
