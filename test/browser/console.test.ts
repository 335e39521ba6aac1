import { describe, expect, it } from 'vitest';
import { stagedTask } from './staged.ts';
import { placeOf, withConsole } from './with-console.ts';

const here = withConsole();
const { open } = here;

describe('The journey of an approver', () => {
  it('An approver finds a Task in the inbox, reads its case and grants it, by keyboard alone', async () => {
    const id = await stagedTask(here.console);
    const { page, context } = await open();
    await page.getByText('from 42,500.00 to 61,800.00').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Proposed change' }).waitFor();
    expect(page.url()).toContain(placeOf(id));
    await page.keyboard.press('g');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.type('The second inspection is plausible');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText('You granted this change.').waitFor();
    await page.keyboard.press('i');
    await page.getByText('Nothing waits for you.').waitFor();
    expect(await page.title()).toBe('(0) Inbox · Logic Plane');
    await context.close();
  });

  it('A denial without a reason cannot be sent, and the requester gets the reason of a denial', async () => {
    const id = await stagedTask(here.console, { amount: '61900.00' });
    const { page, context } = await open({ at: placeOf(id) });
    await page.getByRole('button', { name: 'Deny' }).click();
    const dialog = page.getByRole('dialog');
    expect(await dialog.getByRole('button', { name: 'Deny' }).isDisabled()).toBe(true);
    await dialog.getByLabel('Reason').fill('The estimate is missing');
    await dialog.getByRole('button', { name: 'Deny' }).click();
    await page.getByText('You denied this change.').waitFor();
    const answer = await here.console.send({
      by: 'approver-2',
      method: 'GET',
      path: `/v1/tasks/${id}`,
      headers: {},
      body: undefined,
    });
    expect(JSON.parse(answer.body ?? '')).toMatchObject({
      task: { state: 'denied', reason: 'The estimate is missing' },
    });
    await context.close();
  });

  it('The reasons that the tenant offers are added to what an approver has written, and the decision has both', async () => {
    const id = await stagedTask(here.console, { amount: '61950.00' });
    const { page, context } = await open();
    await page.route('**/v1/me', async (route) => {
      const answer = await route.fetch();
      const me = (await answer.json()) as { readonly queues: readonly object[] };
      const queues = me.queues.map((one) => ({ ...one, denialReasons: ['The estimate is missing', 'Another claim'] }));
      await route.fulfill({ response: answer, json: { ...me, queues } });
    });
    await page.goto(`${here.console.url}?reread${placeOf(id)}`);
    await page.getByRole('button', { name: 'Deny' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reason', { exact: true }).fill('Dear colleague,');
    await dialog.getByRole('button', { name: 'The estimate is missing' }).click();
    await dialog.getByRole('button', { name: 'Deny' }).click();
    await page.getByText('You denied this change.').waitFor();
    const asked = { by: 'approver-2', method: 'GET', path: `/v1/tasks/${id}`, headers: {}, body: undefined };
    const { body = '' } = await here.console.send(asked);
    expect(JSON.parse(body)).toMatchObject({ task: { reason: 'Dear colleague,\nThe estimate is missing' } });
    await context.close();
  });

  it('A Task that appears later is shown without a reload', async () => {
    const { page, context } = await open();
    await page.getByText('Nothing waits for you.').waitFor();
    await stagedTask(here.console, { amount: '62000.00' });
    await page.getByText('from 42,500.00 to 62,000.00').waitFor();
    expect(await page.title()).toBe('(1) Inbox · Logic Plane');
    await context.close();
  });
});

describe('The repeated reading of the inbox', () => {
  it('The page reads the list six times less often while a person is away, and at once when the person comes back', async () => {
    const { page, context } = await open({ clock: true });
    const list = '**/v1/tasks?*';
    await page.getByText(/^\d+ Tasks?$/).waitFor();
    const readingWithin = (millis: number) => Promise.all([page.waitForResponse(list), page.clock.runFor(millis)]);
    for (let i = 0; i < 6; i++) await readingWithin(10_000);
    await page.clock.runFor(120_000);
    let readings = 0;
    page.on('request', (request) => {
      if (request.url().includes('/v1/tasks?')) readings++;
    });
    for (let minute = 0; minute < 10; minute++) await readingWithin(60_000);
    expect(readings).toBe(10);
    // The clock is still now, so no timer can be the cause of the next reading.
    await page.clock.pauseAt(Number(await page.evaluate('Date.now()')) + 20_000);
    await Promise.all([page.waitForResponse(list), page.keyboard.press('Shift')]);
    expect(readings).toBe(11);
    await context.close();
  });
});
