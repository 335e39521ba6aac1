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
 * The main road through all ten patterns, over HTTP alone: a loss notice and an invoice come in; an agent extracts, looks
 * up, classifies, searches, aggregates, converts, validates, stages and asks; a human grants; the system of record changes
 * once. The agent composes the letter, which goes the same road; an auditor sees it all.
 *
 * @param options.settlesWithinMillis how long to wait for what happens by itself: the opening, the commit, the audit log
 * @throws {LocalFailure} naming the step that failed
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
