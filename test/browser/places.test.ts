import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { stagedTask } from './staged.ts';
import { placeOf, withConsole } from './with-console.ts';

const here = withConsole();
const { open } = here;
const today = (): string => new Date().toISOString().slice(0, 10);

describe('Back and reload', () => {
  it('The inbox keeps its search when an approver comes back from a case, and after a reload', async () => {
    const id = await stagedTask(here.console, { amount: '66001.00' });
    const { page, context } = await open();
    const search = page.getByRole('searchbox');
    await search.fill('clm-2026-000045');
    await page.locator(`[id="task-${id}"]`).click();
    await page.getByRole('heading', { name: 'Proposed change' }).waitFor();
    await page.goBack();
    await page.locator(`[id="task-${id}"]`).waitFor();
    expect(await search.inputValue()).toBe('clm-2026-000045');
    await page.reload();
    await page.locator(`[id="task-${id}"]`).waitFor();
    expect(await search.inputValue()).toBe('clm-2026-000045');
    await context.close();
  });

  it('A case is the same case after a reload', async () => {
    const id = await stagedTask(here.console, { amount: '66002.00' });
    const { page, context } = await open({ at: placeOf(id) });
    await page.getByText('66,002.00').first().waitFor();
    await page.reload();
    await page.getByText('66,002.00').first().waitFor();
    expect(page.url()).toContain(placeOf(id));
    await context.close();
  });

  it('The view of an operator keeps its state after a reload, and goes back to the state before', async () => {
    await stagedTask(here.console, { amount: '66003.00' });
    const { page, context } = await open({ login: 'operator', at: '#/operations' });
    const state = page.getByRole('combobox');
    await state.selectOption('Waits for a decision');
    await page.getByText('claims-agent').first().waitFor();
    await page.reload();
    await page.getByText('claims-agent').first().waitFor();
    expect(await state.inputValue()).toBe('pending');
    await page.goBack();
    await page.getByText('No Action is in this state.').waitFor();
    expect(await state.inputValue()).toBe('outcome_unknown');
    await context.close();
  });

  it('The view of an auditor keeps its search after a reload, and goes back to the search before', async () => {
    await stagedTask(here.console, { amount: '66004.00' });
    const { page, context } = await open({ login: 'auditor', at: `#/audit?day=${today()}` });
    const ofStaging = page.locator('summary strong', { hasText: 'tool.reserve.stage' });
    const staging = page.locator('.events > li').filter({ has: ofStaging }).first();
    await staging.locator('summary').click();
    await staging.getByRole('link', { name: 'Everything that happened to Action' }).click();
    await page.getByText('staged → pending').waitFor();
    expect(await page.getByRole('combobox').inputValue()).toBe('action');
    await page.reload();
    await page.getByText('staged → pending').waitFor();
    await page.goBack();
    await page.locator('summary strong', { hasText: 'tool.policy.lookup' }).first().waitFor();
    expect(await page.getByRole('combobox').inputValue()).toBe('day');
    await context.close();
  });
});

describe('The view of an auditor', () => {
  it('An auditor reads the text of a policy as it was when it decided a call', async () => {
    await stagedTask(here.console, { amount: '66005.00' });
    const { page, context } = await open({ login: 'auditor', at: '#/audit?tool=tool.reserve.stage' });
    const event = page.locator('.events > li').first();
    await event.locator('summary').click();
    await event.getByText('No checkpoint covers this event yet.').waitFor();
    await event.getByRole('button', { name: 'Show the text that decided this call' }).first().click();
    await event.locator('pre').filter({ hasText: 'permit' }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    await context.close();
  });

  it('An auditor downloads every event that a search finds, one in a line', async () => {
    for (let i = 0; i < 9; i++) await stagedTask(here.console, { amount: `${66_010 + i}.00` });
    const { page, context, complaints } = await open({ login: 'auditor', at: '#/audit?caller=claims-agent' });
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download all found events' }).click(),
    ]);
    const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\n');
    await page.getByText(`The file has ${lines.length} events, one in a line.`).waitFor();
    // The list shows the first page of 50 events. The file has those of every page.
    expect(await page.locator('.events > li').count()).toBe(50);
    expect(lines.length).toBeGreaterThan(50);
    const events = lines.map((line) => JSON.parse(line) as { eventId: string; actor: { name: string } });
    expect(new Set(events.map(({ eventId }) => eventId)).size).toBe(lines.length);
    expect(new Set(events.map(({ actor }) => actor.name))).toEqual(new Set(['claims-agent']));
    expect(file.suggestedFilename()).toBe('audit-caller-claims-agent.ndjson');
    expect(complaints).toEqual([]);
    await context.close();
  });
});
