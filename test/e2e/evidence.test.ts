import { expect, it } from 'vitest';
import { lookUpClaim, prepare, stage } from './support/reserve.ts';
import { dispatch, openRun } from './support/run.ts';
import { answered, claimFound, refused, validated } from './support/shapes.ts';

const claim = 'CLM-2026-000046';

it('A staging that cites the validation of another amount is refused with evidence.mismatch', async () => {
  const run = await openRun();
  const staging = await prepare(run, { claim, amount: '1000.00' });
  const raised = {
    ...staging,
    action: { ...staging.action, payload: { ...staging.action.payload, amount: '90000.00' } },
  };
  expect(refused(await stage(run, raised))).toMatchObject({ status: 422, code: 'evidence.mismatch' });

  // The cited arguments are changed to 90,000, so their hash differs from that of the validated arguments.
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

it('A staging that cites a blocking verdict, or a blocking verdict that was changed to a pass, is refused with evidence.mismatch', async () => {
  const run = await openRun();
  const staging = await prepare(run, { claim, amount: '500000.00' });
  const [blocked, policy] = staging.evidence;
  expect(blocked.result.verdict).toBe('block');
  expect(refused(await stage(run, staging))).toMatchObject({ status: 422, code: 'evidence.mismatch' });
  const forged = { ...staging, evidence: [{ ...blocked, result: { ...blocked.result, verdict: 'pass' } }, policy] };
  expect(refused(await stage(run, forged))).toMatchObject({ status: 422, code: 'evidence.mismatch' });
});

it('A staging is refused if its validation used a sum insured that the cited policy does not have, or if it cites no policy', async () => {
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

it('A staging whose basis is a lookup of another claim is refused with basis.unfit', async () => {
  const run = await openRun();
  const staging = await prepare(run, { claim });
  const other = answered(await lookUpClaim(run, 'CLM-2026-000047'), claimFound).receipt.eventId;
  expect(refused(await stage(run, { ...staging, basis: other }))).toMatchObject({ status: 422, code: 'basis.unfit' });
});
