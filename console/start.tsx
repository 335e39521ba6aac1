import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { apiOf } from './api/client.ts';
import type { Me } from './api/answers.ts';
import { SignedInPage } from './signed-in-page.tsx';
import { everywhere, localeContext } from './parts/context.ts';
import { Dialog } from './parts/dialog.tsx';
import { ProblemNote } from './parts/problem.tsx';
import { useReading } from './parts/reading.ts';
import { readSettings, type Settings } from './sign-in/settings.ts';
import { signInWith, type Session, type SignIn } from './sign-in/session.ts';
import { localeFor, type Locale } from './words/locale.ts';

/** Returns the whole page. It signs the person in first. */
export function start(): JSX.Element {
  const locale = localeFor(navigator.languages);
  document.documentElement.lang = locale.tag;
  return (
    <localeContext.Provider value={locale}>
      <SignedInOrNot locale={locale} />
    </localeContext.Provider>
  );
}

type Stage =
  | { readonly at: 'signing-in' }
  | { readonly at: 'no-settings' }
  | { readonly at: 'refused'; readonly signIn: SignIn }
  | {
      readonly at: 'signed-in';
      readonly signIn: SignIn;
      readonly session: Session;
      readonly settings: Settings;
    };

function SignedInOrNot({ locale }: { readonly locale: Locale }): JSX.Element {
  const [stage, setStage] = useState<Stage>({ at: 'signing-in' });
  useEffect(() => {
    void signedIn().then(setStage);
  }, []);
  const { words } = locale;
  if (stage.at === 'signed-in') return <WithApi locale={locale} {...stage} />;
  if (stage.at === 'signing-in') return <p class="quiet lone">{words.loading}</p>;
  return (
    <main class="lone">
      <h1>{words.signIn.refusedTitle}</h1>
      <p>{stage.at === 'refused' ? words.signIn.refused : words.signIn.settings}</p>
      {stage.at === 'refused' && (
        <button type="button" class="main" onClick={() => void stage.signIn.begin()}>
          {words.signIn.again}
        </button>
      )}
    </main>
  );
}

/** Completes the sign-in that comes back from the hosted page, or leaves for the hosted page. */
async function signedIn(): Promise<Stage> {
  let settings: Settings;
  let signIn: SignIn;
  try {
    settings = await readSettings();
    signIn = signInWith(settings);
  } catch {
    return { at: 'no-settings' };
  }
  try {
    const session = await signIn.complete();
    if (session !== undefined) return { at: 'signed-in', signIn, session, settings };
    await signIn.begin();
    return { at: 'signing-in' };
  } catch {
    return { at: 'refused', signIn };
  }
}

function WithApi({
  locale,
  session,
  signIn,
  settings,
}: {
  readonly locale: Locale;
  readonly session: Session;
  readonly signIn: SignIn;
  readonly settings: Settings;
}): JSX.Element {
  const [ended, setEnded] = useState(false);
  const api = useMemo(() => apiOf(session, () => setEnded(true)), [session]);
  const me = useReading('me', (signal) => api.get<Me>('me', { signal }));
  const { words } = locale;
  return (
    <>
      {me.value === undefined ? (
        <main class="lone">
          <ProblemNote error={me.error} again={me.again} />
          {me.error === undefined && <p class="quiet">{words.loading}</p>}
        </main>
      ) : (
        <everywhere.Provider value={{ api, me: me.value, locale, stage: settings.stage }}>
          <SignedInPage signOut={session.signOut} />
        </everywhere.Provider>
      )}
      {ended && (
        <Dialog title={words.signIn.endedTitle}>
          <p>{words.signIn.ended}</p>
          <button type="button" class="main" onClick={() => void signIn.begin()}>
            {words.signIn.again}
          </button>
        </Dialog>
      )}
    </>
  );
}
