import { describe, expect, it } from 'vitest';
import { stagedTask } from './staged.ts';
import { withConsole } from './with-console.ts';

const here = withConsole();

describe('The view of an operator', () => {
  it('An Action whose outcome nobody knows has a command for each answer', async () => {
    await stagedTask(here.console, { amount: '67001.00' });
    const { page, context } = await here.open({ login: 'operator' });
    await page.route('**/v1/actions?state=outcome_unknown', async (route) => {
      const answer = await route.fetch({ url: route.request().url().replace('outcome_unknown', 'pending') });
      const { actions } = (await answer.json()) as { actions: readonly { readonly id: string }[] };
      await route.fulfill({ json: { actions: actions.map((one) => ({ ...one, state: 'outcome_unknown' })) } });
    });
    await page.goto(`${here.console.url}#/operations`);
    await page
      .getByText(/^npx logic-plane actions resolve/)
      .first()
      .waitFor();
    const commands = await page.locator('.commands code').allTextContents();
    const [id = ''] = commands;
    expect(commands).toEqual([
      id,
      `npx logic-plane actions show ${id} --as operator`,
      `npx logic-plane actions resolve ${id} arrived --evidence "" --as operator`,
      `npx logic-plane actions resolve ${id} not-arrived --evidence "" --as operator`,
    ]);
    await context.close();
  });
});
