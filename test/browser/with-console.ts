import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { startBrowser } from './browser.ts';
import { startConsole, type ConsoleServer } from './console-server.ts';
import { visit, type Visit, type VisitOptions } from './visit.ts';

/** A console and a browser, for the tests of one file. */
export interface WithConsole {
  readonly console: ConsoleServer;
  readonly open: (options?: VisitOptions) => Promise<Visit>;
}

/** Starts a console and a browser before the tests of the file, and ends both after them. */
export function withConsole(): WithConsole {
  let started: { readonly browser: Browser; readonly console: ConsoleServer } | undefined;
  const mustHave = () => {
    if (started === undefined) throw new Error('the console has not started yet. Use it within a test');
    return started;
  };
  beforeAll(async () => {
    const [browser, console] = await Promise.all([startBrowser(), startConsole()]);
    started = { browser, console };
  });
  afterAll(async () => {
    await started?.browser.close();
    await started?.console.close();
  });
  return {
    get console() {
      return mustHave().console;
    },
    open: (options = {}) => visit(mustHave().browser, mustHave().console, options),
  };
}

/** Returns the fragment of the address at which the case of a Task is. */
export const placeOf = (taskId: string): string => `#/task/${encodeURIComponent(taskId)}`;
