import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../docs/pages.ts';
import { stagedTask } from './staged.ts';
import { accessibilityProblems, type Visit } from './visit.ts';
import { placeOf, withConsole } from './with-console.ts';

const here = withConsole();
const { open } = here;
const decisionsFor = (id: string): number =>
  here.console.requests.filter((request) => request.startsWith(`POST /v1/tasks/${encodeURIComponent(id)}/decision`))
    .length;

/** Texts of an agent that must change nothing but the frame in which they are shown. */
const hostile = [
  '<img src=x onerror="document.title=\'taken\'">',
  '</blockquote></section><h1>Approved by the board</h1>',
  '[grant](javascript:alert(1)) &lt;b&gt; ${1+1} {{1+1}}',
  'long '.repeat(380).trim(),
];

describe('Texts of agents', () => {
  it.each(hostile)('The rationale %j is shown as plain text in its own frame', async (rationale) => {
    const id = await stagedTask(here.console, { rationale, amount: `6${1000 + hostile.indexOf(rationale)}.00` });
    const { page, context, complaints } = await open({ at: placeOf(id) });
    const said = page.locator('blockquote.said');
    expect((await said.textContent())?.trim()).toBe(rationale.trim());
    expect(await page.locator('main img, blockquote h1, blockquote a').count()).toBe(0);
    expect(await page.getByRole('heading', { level: 1 }).allTextContents()).toEqual(['Proposed change']);
    expect(await page.title()).not.toBe('taken');
    expect(complaints).toEqual([]);
    await context.close();
  });
});

describe('Decisions that meet', () => {
  it('If a button is pressed twice, the decision is sent once', async () => {
    const id = await stagedTask(here.console, { amount: '63001.00' });
    const { page, context } = await open({ at: placeOf(id) });
    await page.getByRole('button', { name: 'Grant' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Grant' }).dblclick();
    await page.getByText('You granted this change.').waitFor();
    expect(decisionsFor(id)).toBe(1);
    await context.close();
  });

  it('If another approver decides first, the second one is told so in words', async () => {
    const id = await stagedTask(here.console, { amount: '63002.00' });
    const [first, second] = await Promise.all([
      open({ at: placeOf(id) }),
      open({ at: placeOf(id), login: 'approver-2' }),
    ]);
    await second.page.getByRole('button', { name: 'Grant' }).click();
    // The second page does not hear of the first decision before it sends its own.
    await second.page.route('**/v1/tasks/*', (route) => route.abort());
    await first.page.getByRole('button', { name: 'Deny' }).click();
    const dialog = first.page.getByRole('dialog');
    await dialog.getByLabel('Reason').fill('The estimate is missing');
    await dialog.getByRole('button', { name: 'Deny' }).click();
    await first.page.getByText('You denied this change.').waitFor();
    await second.page.getByRole('dialog').getByRole('button', { name: 'Grant' }).click();
    await second.page.getByText('task.decided').waitFor();
    expect(await second.page.getByRole('dialog').count()).toBe(1);
    await Promise.all([first.context.close(), second.context.close()]);
  });

  it('If the answer to a grant is lost, the page says so, reads the Task again and shows that it is granted', async () => {
    const id = await stagedTask(here.console, { amount: '63003.00' });
    const { page, context } = await open({ at: placeOf(id) });
    here.console.loseAnswers = (request) => request.endsWith('/decision');
    await page.getByRole('button', { name: 'Grant' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Grant' }).click();
    await page.getByText('The answer to your decision was lost.').waitFor();
    here.console.loseAnswers = () => false;
    await page.getByRole('status').getByText('This Task was granted.').waitFor();
    // A browser repeats a request whose connection broke. The decision counts once.
    expect(decisionsFor(id)).toBeGreaterThan(0);
    expect(await page.getByText('1 of 1 grants').count()).toBe(1);
    await context.close();
  });
});

describe('The target of a change', () => {
  it('If the target has changed since the request, the page says so and nobody can grant, by button or by key', async () => {
    const id = await stagedTask(here.console, { amount: '63014.00' });
    const { page, context } = await open();
    await page.route('**/target', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, json: { ...(await answer.json()), changed: true } });
    });
    await page.goto(`${here.console.url}${placeOf(id)}`);
    await page.getByText('The target has changed since this Task was requested').waitFor();
    expect(await page.getByRole('button', { name: 'Grant' }).isDisabled()).toBe(true);
    await page.keyboard.press('g');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.keyboard.press('d');
    expect(await page.getByRole('dialog').count()).toBe(1);
    await context.close();
  });

  it('If the target is as it was, the page says that it has read the target again', async () => {
    const id = await stagedTask(here.console, { amount: '63015.00' });
    const { page, context } = await open({ at: placeOf(id) });
    await page.getByText('The target was read again just now.').waitFor();
    expect(await page.getByRole('button', { name: 'Grant' }).isEnabled()).toBe(true);
    await context.close();
  });
});

describe('The sign-in', () => {
  it('If the sign-in ends while somebody types, the text is kept and the person comes back to the same Task', async () => {
    const id = await stagedTask(here.console, { amount: '63004.00' });
    const { page, context } = await open({ at: placeOf(id) });
    await page.getByRole('button', { name: 'Deny' }).click();
    await page.getByRole('dialog').getByLabel('Reason').fill('The estimate is missing');
    here.console.signIn.endAll();
    await page.getByRole('dialog').getByRole('button', { name: 'Deny' }).click();
    const ended = page.getByRole('dialog', { name: 'Your sign-in has ended' });
    await ended.waitFor();
    await ended.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Deny' }).click();
    expect(await page.getByRole('dialog').getByLabel('Reason').inputValue()).toBe('The estimate is missing');
    expect(page.url()).toContain(placeOf(id));
    await context.close();
  });

  it('After a reload the page signs in again by the cookie of the hosted page, and keeps no token in any storage', async () => {
    const { page, context } = await open();
    const stored = await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])');
    expect(stored).toBe('[{},{}]');
    await page.reload();
    await page.getByRole('heading', { name: 'Inbox' }).waitFor();
    await context.close();
  });

  it('An answer of the sign-in with a foreign state is ignored, and the page signs in anew', async () => {
    const { page, context } = await open();
    await page.goto(`${here.console.url}?code=stolen&state=foreign`);
    await page.getByRole('heading', { name: 'Inbox' }).waitFor();
    expect(page.url()).not.toContain('stolen');
    await context.close();
  });
});

describe('The network', () => {
  it('If the network goes, the page keeps what it has shown and says so; when it comes back, the page reads again', async () => {
    const id = await stagedTask(here.console, { amount: '63005.00' });
    const { page, context } = await open();
    const line = page.locator(`[id="task-${id}"]`);
    await line.waitFor();
    await context.setOffline(true);
    await page.getByText('No connection.').waitFor();
    expect(await line.count()).toBe(1);
    await context.setOffline(false);
    await page.getByText('No connection.').waitFor({ state: 'detached' });
    await context.close();
  });

  it('The page asks no other origin than the API and the sign-in, and its policy is not violated', async () => {
    const id = await stagedTask(here.console, { amount: '63006.00' });
    const { page, context, origins, complaints } = await open({ at: placeOf(id) });
    await page.getByRole('heading', { name: 'Evidence' }).waitFor();
    expect([...origins]).toEqual([new URL(here.console.url).origin]);
    expect(complaints).toEqual([]);
    await context.close();
  });
});

/** Watches the page from its first element on, and acts once, as soon as an element is in the document. */
const onceThere = (selector: string, act: string): string =>
  `new MutationObserver((_, watcher) => {
    if (document.querySelector(${JSON.stringify(selector)}) === null) return;
    watcher.disconnect();
    ${act}
  }).observe(document, { childList: true, subtree: true });`;

describe('A person who is faster than the page', () => {
  it('If the address changes at the moment at which the first view appears, the page shows the view of the new address', async () => {
    const early = onceThere('nav', "location.hash = '#/operations';");
    const { page, context } = await open({ login: 'operator', early });
    await page.getByRole('heading', { name: 'Operations' }).waitFor();
    expect(await page.getByRole('link', { name: 'Operations' }).getAttribute('aria-current')).toBe('page');
    await context.close();
  });

  it('A key that is pressed at the moment at which the buttons appear opens the dialog, and the next key does not act on the page behind it', async () => {
    const id = await stagedTask(here.console, { amount: '63016.00' });
    const press = (key: string): string => `dispatchEvent(new KeyboardEvent('keydown', { key: '${key}' }));`;
    const behind = onceThere('dialog', press('i'));
    const { page, context } = await open({ at: placeOf(id), early: onceThere('.decide button', press('d')) + behind });
    await page.getByRole('dialog').waitFor();
    expect(page.url()).toContain(placeOf(id));
    await context.close();
  });
});

describe('For every eye and screen', () => {
  it.each(['light', 'dark'] as const)('axe-core finds no problem on any view in the %s theme', async (colorScheme) => {
    const id = await stagedTask(here.console, { amount: colorScheme === 'light' ? '63007.00' : '63008.00' });
    const { page, context } = await open({ colorScheme });
    await page.locator(`[id="task-${id}"]`).waitFor();
    const problems = { inbox: await accessibilityProblems(page) };
    await shot(page, `inbox-${colorScheme}`);
    await page.goto(`${here.console.url}${placeOf(id)}`);
    await page.getByRole('heading', { name: 'Evidence' }).waitFor();
    const ofCase = await accessibilityProblems(page);
    await shot(page, `case-${colorScheme}`);
    await page.keyboard.press('d');
    await page.getByRole('dialog').waitFor();
    const ofDialog = await accessibilityProblems(page);
    await page.keyboard.press('Escape');
    expect({ ...problems, ofCase, ofDialog }).toEqual({ inbox: [], ofCase: [], ofDialog: [] });
    await context.close();
  });

  it.each([
    ['operator', 'operations', 'Waits for a decision'],
    ['auditor', 'audit', 'Day'],
  ])('axe-core finds no problem on the view of an %s', async (login, view, option) => {
    await stagedTask(here.console, { amount: view === 'audit' ? '63012.00' : '63013.00' });
    const { page, context } = await open({ login, at: `#/${view}` });
    await page.getByRole('combobox').selectOption(option);
    const search = page.getByRole('button', { name: 'Search' });
    if (view === 'audit') {
      await page.getByLabel('Value').fill(new Date().toISOString().slice(0, 10));
      await search.click();
    }
    await page.getByText('claims-agent').first().waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await shot(page, `${view}-light`);
    await context.close();
  });

  it('At a width of 375 pixels nothing is wider than the screen', async () => {
    const id = await stagedTask(here.console, { amount: '63009.00', rationale: 'x'.repeat(900) });
    const { page, context } = await open({ at: placeOf(id), width: 375 });
    await page.getByRole('heading', { name: 'Evidence' }).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(375);
    await context.close();
  });

  it('In a Turkish browser the page is Turkish, with Turkish numbers', async () => {
    await stagedTask(here.console, { amount: '63010.00' });
    const { page, context } = await open({ locale: 'tr-TR' });
    await page.getByRole('heading', { name: 'Gelen kutusu' }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('tr-TR');
    await page.getByText('42.500,00 yerine 63.010,00').waitFor();
    await context.close();
  });

  it('Back and forward lead through the views, and an unknown view is the inbox', async () => {
    const id = await stagedTask(here.console, { amount: '63011.00' });
    const { page, context } = await open();
    await page.locator(`[id="task-${id}"]`).click();
    await page.getByRole('heading', { name: 'Proposed change' }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'Inbox' }).waitFor();
    await page.goForward();
    await page.getByRole('heading', { name: 'Proposed change' }).waitFor();
    await page.goto(`${here.console.url}#/nowhere`);
    await page.getByRole('heading', { name: 'Inbox' }).waitFor();
    expect(await page.getByRole('link', { name: 'Inbox' }).getAttribute('aria-current')).toBe('page');
    await context.close();
  });
});

/** Writes the pictures of the pages anew, if the variable `PICTURES` is set. */
async function shot(page: Visit['page'], name: string): Promise<void> {
  if (process.env['PICTURES'] === undefined) return;
  const folder = join(root, 'docs', 'images');
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`) });
}
