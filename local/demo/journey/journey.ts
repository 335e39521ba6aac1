import type { Demo } from '../demo-file.ts';
import * as answers from './answers.ts';
import { agent, claimId, journeyPurpose } from './cast.ts';
import { auditedEvents, changedOnce } from './check-outcome.ts';
import { dispatchIn } from './dispatch.ts';
import { draft } from './draft.ts';
import { grantStep } from './grant.ts';
import { judge } from './judge.ts';
import { lookUpStep } from './look-up.ts';
import { propose } from './propose.ts';
import { receive } from './receive.ts';
import { reckon } from './reckon.ts';
import { type JourneyStep, Traveller } from './step.ts';
import { waiting } from './until.ts';

const usualWaitMillis = 45_000;

/**
 * Plays one claim through all ten patterns over HTTP. An agent reads a loss notice and an invoice, and looks up,
 * classifies, searches, aggregates, converts and validates. Then it stages a change of the reserve and asks for
 * approval. A human grants it, and the system of record changes once. The agent sends a letter in the same way, and an
 * auditor reads all events.
 * @param options.settlesWithinMillis how long to wait for the opening of a Task, the commit and the audit log
 * @throws {LocalFailure} that names the step that failed
 */
export async function playJourney(
  demo: Demo,
  tell: (step: JourneyStep) => void,
  options: { readonly settlesWithinMillis?: number } = {},
): Promise<readonly JourneyStep[]> {
  const until = waiting(options.settlesWithinMillis ?? usualWaitMillis);
  const at = new Traveller(demo, tell);
  const body = { purpose: journeyPurpose, subject: claimId, replayable: true };
  const { runId } = await at.ask(
    { name: 'open a run', who: agent, method: 'POST', path: '/v1/runs', expects: 201, body },
    answers.runOpened,
    (run) => run.runId,
  );
  const dispatch = dispatchIn(runId);
  const received = await receive(at, until, dispatch);
  const facts = await lookUpStep(at, dispatch, received.policyId);
  const judged = await judge(at, dispatch, facts);
  const reckoned = await reckon(at, dispatch, { facts, received });
  const proposed = await propose(at, dispatch, { facts, received, judged, reckoned });
  await grantStep(at, until, proposed);
  await changedOnce(demo, proposed.actionId);
  const letter = await draft(at, dispatch, { facts, received, reckoned });
  await grantStep(at, until, letter);
  await changedOnce(demo, letter.actionId);
  await auditedEvents(at, until, { runId, actionId: letter.actionId });
  return at.steps;
}
