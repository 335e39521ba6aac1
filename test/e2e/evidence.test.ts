import { expect, it } from 'vitest';
import { lookUpClaim, prepare, stage } from './support/reserve.ts';
import { dispatch, openRun } from './support/run.ts';
import { answered, claimFound, refused, validated } from './support/shapes.ts';

const claim = 'CLM-2026-000046';

it('If a caller validates one amount and stages another, the cited pass is refused', async () => {
  const run = await openRun();
  const staging = await prepare(run, { claim, amount: '1000.00' });
  const raised = {
    ...staging,
    action: { ...staging.action, payload: { ...staging.action.payload, amount: '90000.00' } },
  };
  expect(refused(await stage(run, raised))).toMatchObject({ status: 422, code: 'evidence.mismatch' });

  // The cited arguments are changed to 90,000, so they no longer hash to the arguments that were judged.
  const [pass, policy] = staging.evidence;
  const candidate = { ...pass.arguments.candidate, newReserve: { amount: '90000.00', currency: 'TRY' } };
  const dressed = { ...raised, evidence: [{ ...pass, arguments: { ...pass.arguments, candidate } }, policy] };
  expect(refused(await stage(run, dressed))).toMatchObject({ status: 422, code: 'evidence.mismatch' });
  expect(refused(await stage(run, { ...staging, evidence: [policy] }))).toMatchObject({
    status: 422,
    code: 'evidence.mismatch',
  });
  expect((await stage(run, staging)).status).toBe(200);
});

it('A caller can cite neither a verdict that blocks nor a verdict that it changed to a pass', async () => {
  const run = await openRun();
  const staging = await prepare(run, { claim, amount: '500000.00' });
  const [blocked, policy] = staging.evidence;
  expect(blocked.result.verdict).toBe('block');
  expect(refused(await stage(run, staging))).toMatchObject({ status: 422, code: 'evidence.mismatch' });
  const forged = { ...staging, evidence: [{ ...blocked, result: { ...blocked.result, verdict: 'pass' } }, policy] };
  expect(refused(await stage(run, forged))).toMatchObject({ status: 422, code: 'evidence.mismatch' });
});

it('A change validated with the sum insured of another policy is refused, and so is one that cites no policy', async () => {
  const run = await openRun();
  const staging = await prepare(run, { claim });
  const [pass, policy] = staging.evidence;
  const candidate = { ...pass.arguments.candidate, sumInsured: { amount: '9900000.00', currency: 'TRY' } };
  const question = { ...pass.arguments, candidate };
  const verdict = answered(await dispatch(run, 'tool.reserve.validate', { body: question }), validated);
  const other = { event: verdict.receipt.eventId, arguments: question, result: verdict.result };
  expect(refused(await stage(run, { ...staging, evidence: [other, policy] }))).toMatchObject({
    status: 422,
    code: 'evidence.mismatch',
  });
  expect(refused(await stage(run, { ...staging, evidence: [pass] }))).toMatchObject({
    status: 422,
    code: 'basis.unfit',
  });
});

it('A lookup of another claim is refused as basis', async () => {
  const run = await openRun();
  const staging = await prepare(run, { claim });
  const other = answered(await lookUpClaim(run, 'CLM-2026-000047'), claimFound).receipt.eventId;
  expect(refused(await stage(run, { ...staging, basis: other }))).toMatchObject({ status: 422, code: 'basis.unfit' });
});
