import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { locateSource } from '../../adapters/located-text/locate.ts';
import { sha256 } from '../../contract/values/canonical.ts';
import { stagedTask } from './staged.ts';
import { placeOf, withConsole } from './with-console.ts';

const here = withConsole();
const { open } = here;

describe('A Task that expires while it is open', () => {
  it('If the deadline passes while an approver types, the page says that the Task has expired, and nothing can be sent', async () => {
    const id = await stagedTask(here.console, { amount: '64001.00', sla: 'PT8S' });
    // Without the repeated readings, only the deadline itself makes the page read the Task again.
    const { page, context } = await open({ at: placeOf(id), early: 'setInterval = () => 0;' });
    await page.getByRole('button', { name: 'Deny' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reason').fill('The estimate is missing');
    await dialog.getByText('This Task has expired. Nobody can decide it any more.').waitFor();
    expect(await dialog.getByRole('button', { name: 'Deny' }).isDisabled()).toBe(true);
    await dialog.getByRole('button', { name: 'Back' }).click();
    await page.getByRole('status').getByText('This Task has expired.').waitFor();
    expect(await page.getByRole('button', { name: 'Grant' }).count()).toBe(0);
    await context.close();
  });
});

/** Texts of 50 KB: one without a place to break the line, and one that is not what it seems to be. */
const huge = {
  'one long word': 'x'.repeat(50_000),
  'Arabic, marks of text direction and invisible characters': '\u202eمرحبا 61\u200b800\u2067\u00ad '.repeat(1300),
};

describe('Answers that the API would not give', () => {
  it.each(Object.entries(huge))('The page stays usable if every text of an agent has 50 KB of %s', async (_, text) => {
    const id = await stagedTask(here.console, { amount: `${65_000 + Object.values(huge).indexOf(text)}.00` });
    const { page, context, complaints } = await open();
    await replaceTexts(page, text);
    await page.goto(`${here.console.url}${placeOf(id)}`);
    await page.getByRole('heading', { name: 'Evidence' }).waitFor();
    expect(await page.getByRole('heading').allTextContents()).toEqual([
      'Proposed change',
      'Reason given by the requester',
      'Evidence',
    ]);
    expect(await page.getByText('Requested by', { exact: true }).count()).toBe(1);
    const shown = await page.locator('main').textContent();
    expect(shown).not.toMatch(/[\u202e\u2067\u200b\u2060\u00ad]/u);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await page.getByRole('button', { name: 'Grant' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Grant' }).click();
    await page.getByText('You granted this change.').waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });
});

/** Puts a text into every place of a case that holds a text of an agent, a document or a system of record. */
async function replaceTexts(page: Page, text: string): Promise<void> {
  const everywhere = (value: unknown): unknown => {
    if (typeof value === 'string') return text;
    if (Array.isArray(value)) return value.map(everywhere);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, everywhere(member)]));
  };
  await page.route('**/v1/tasks/*', async (route) => {
    const answer = await route.fetch();
    const shown = (await answer.json()) as Record<string, object>;
    const { task, action, ...texts } = shown;
    const replaced = everywhere(texts) as object;
    const requester = { kind: 'agent', name: text };
    const target = { sor: text, resource: text, ref: text };
    const json = { ...replaced, task: { ...task, title: text }, action: { ...action, requester, target, owner: text } };
    await route.fulfill({ response: answer, json });
  });
}

describe('A printed case', () => {
  it('Paper has the change, the whole reason, every record, the id and the digest, and no button', async () => {
    const rationale = `First sentence. ${'The workshop repaired the frame. '.repeat(50)}Last sentence.`;
    const id = await stagedTask(here.console, { amount: '64002.00', rationale });
    const { page, context } = await open({ at: placeOf(id), colorScheme: 'dark' });
    await page.getByRole('heading', { name: 'Evidence' }).waitFor();
    const bytes = await page.pdf();
    const { text } = (await locateSource(bytes, sha256(id), 'application/pdf')).text;
    const words = text.replaceAll(/\s+/gu, ' ');
    const inFoldedRecord = 'Rear-end collision at a junction';
    for (const part of ['64,002.00', 'First sentence.', 'Last sentence.', 'What is sent', inFoldedRecord])
      expect(words).toContain(part);
    expect(text.replaceAll(/\s+/gu, '')).toContain(id);
    expect(words).toContain('This Task is not decided yet.');
    expect(words).not.toContain('Grant');
    expect(words).not.toContain('Sign out');
    await context.close();
  });
});
