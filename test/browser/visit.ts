import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { root } from '../docs/pages.ts';
import type { ConsoleServer } from './console-server.ts';

export interface Visit {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Everything that the browser complained about: errors of scripts, and violations of the page's policy. */
  readonly complaints: readonly string[];
  /** Origins of all requests. */
  readonly origins: ReadonlySet<string>;
}

export interface VisitOptions {
  readonly login?: string;
  readonly at?: string;
  readonly locale?: string;
  readonly colorScheme?: 'light' | 'dark';
  readonly width?: number;
  /** If true, the test moves the clock of the page by `page.clock`. */
  readonly clock?: boolean;
  /** A script that runs before the page's own. */
  readonly early?: string;
}

/** Opens the console in a browser of its own, and signs a login in at the hosted page. */
export async function visit(browser: Browser, console: ConsoleServer, options: VisitOptions = {}): Promise<Visit> {
  const { login = 'approver-1', at = '', locale = 'en-GB', colorScheme = 'light', width = 1100 } = options;
  const context = await browser.newContext({ locale, colorScheme, viewport: { width, height: 800 } });
  const page = await context.newPage();
  if (options.clock === true) await page.clock.install();
  if (options.early !== undefined) await page.addInitScript(options.early);
  const watched = watch(page);
  await page.goto(`${console.url}${at}`);
  await page.getByLabel('Login').fill(login);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('main').waitFor();
  return { context, page, ...watched };
}

/** Notes what a page complains about and which origins it asks. */
export function watch(page: Page): Pick<Visit, 'complaints' | 'origins'> {
  const complaints: string[] = [];
  const origins = new Set<string>();
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    const text = message.text();
    // Chromium reports each answer of 400 or more as an error. The page must show these answers itself.
    if (message.type() === 'error' && !text.startsWith('Failed to load resource')) complaints.push(text);
  });
  page.on('request', (request) => origins.add(new URL(request.url()).origin));
  return { complaints, origins };
}

const axe = readFileSync(join(root, 'node_modules', 'axe-core', 'axe.min.js'), 'utf8');

/** Returns the rules of axe-core that the page breaks, each with the elements that break it. */
export async function accessibilityProblems(page: Page): Promise<readonly string[]> {
  // The policy of the page refuses foreign scripts, so axe is put in by the debugging protocol.
  const session = await page.context().newCDPSession(page);
  await session.send('Runtime.evaluate', { expression: axe });
  const { result } = await session.send('Runtime.evaluate', {
    expression: `axe.run().then(({ violations }) => JSON.stringify(violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' '))))`,
    awaitPromise: true,
  });
  return JSON.parse(String(result.value)) as string[];
}
