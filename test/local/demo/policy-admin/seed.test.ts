import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  turkishIban,
  withTcknDigits,
  withVinDigit,
  withVknDigit,
} from '../../../../local/demo/policy-admin/seed/check-digits.ts';
import { seed } from '../../../../local/demo/policy-admin/seed/seed.ts';
import type { ClaimRecord, Party, Policy } from '../../../../local/demo/policy-admin/records.ts';

const rows = [...seed().values()];
const parties = rows.filter((row): row is Party => 'phone' in row);
const policies = rows.filter((row): row is Policy => 'holderPartyId' in row);
const claims = rows.filter((row): row is ClaimRecord => 'claimId' in row);

describe('Check digits', () => {
  it('The computed check digits equal those of published examples', () => {
    // The sample number of the Turkish population register's web service.
    expect(withTcknDigits('100000001')).toBe('10000000146');
    // The example of the ISO 13616 registry for Turkey.
    expect(turkishIban('00061', '0519786457841326')).toBe('TR330006100519786457841326');
    // Two numbers that validators of the tax number list as well-formed.
    for (const vkn of ['4540536920', '1234567890']) expect(withVknDigit(vkn.slice(0, 9))).toBe(vkn);
    // Two widely published examples of 49 CFR 565.
    expect(withVinDigit('1M8GDM9A0KP042788')).toBe('1M8GDM9AXKP042788');
    expect(withVinDigit('11111111011111111')).toBe('11111111111111111');
  });
});

describe('The seed', () => {
  it('The seed is identical each time', () => {
    const digest = (): string =>
      createHash('sha256')
        .update(JSON.stringify([...seed()]))
        .digest('hex');
    expect(digest()).toBe(digest());
    expect(rows[0]).toEqual([...seed().values()][0]);
  });

  it('The seed has a few hundred records, each with its own path', () => {
    expect([parties.length, policies.length, claims.length]).toEqual([240, 320, 180]);
    expect(seed().size).toBe(740);
  });

  it('Each claim of the seed names an existing party and policy, and its loss is within the period of the policy', () => {
    const policyOf = new Map(policies.map((row) => [row.policyId, row]));
    const partyIds = new Set(parties.map((row) => row.partyId));
    for (const { holderPartyId } of policies) expect(partyIds).toContain(holderPartyId);
    for (const claim of claims) {
      const policy = policyOf.get(claim.policyId);
      expect(policy?.holderPartyId).toBe(claim.claimantPartyId);
      expect(claim.lossDate >= (policy?.effectiveFrom ?? '9') && claim.lossDate < (policy?.effectiveTo ?? '0')).toBe(
        true,
      );
      expect(claim.reportedAt > claim.lossDate).toBe(true);
    }
  });

  it('The seed has decimal strings as amounts, well-formed plates, and no vehicle twice', () => {
    for (const { reserve, estimate } of claims) {
      expect(reserve.amount).toMatch(/^(0|[1-9]\d*)\.\d{2}$/);
      expect(estimate.amount).toMatch(/^[1-9]\d*\.\d{2}$/);
    }
    for (const { vehicle, premium, sumInsured } of policies) {
      expect(`${premium} ${sumInsured}`).toMatch(/^[1-9]\d*\.\d{2} [1-9]\d*\.\d{2}$/);
      expect(vehicle.plate).toMatch(/^(0[1-9]|[1-7]\d|8[01]) [A-PR-VYZ]{3} [1-9]\d{1,2}$/);
      expect(vehicle.vin).toMatch(/^[A-HJ-NPR-Z\d]{17}$/);
      expect(withVinDigit(vehicle.vin)).toBe(vehicle.vin);
    }
    expect(new Set(policies.map(({ vehicle }) => vehicle.vin)).size).toBe(policies.length);
    expect(new Set(policies.map(({ vehicle }) => vehicle.plate)).size).toBe(policies.length);
  });

  it('Identity numbers, tax numbers and IBANs of the seed have right check digits', () => {
    for (const party of parties) {
      const { nationalId = '', taxNumber = '' } = party;
      expect([nationalId.length, taxNumber.length]).toEqual(party.kind === 'person' ? [11, 0] : [0, 10]);
      const right =
        party.kind === 'person' ? withTcknDigits(nationalId.slice(0, 9)) : withVknDigit(taxNumber.slice(0, 9));
      expect(right).toBe(nationalId + taxNumber);
      const [, check = '', local = ''] = /^TR(\d\d)(\d{22})$/.exec(party.iban) ?? [];
      expect(BigInt(`${local}2927${check}`) % 97n).toBe(1n);
      expect(party.email).toMatch(/@example\.com$/);
    }
  });

  it('The seed has an open collision claim for the vehicle 34 ABC 123, and 24 more open claims for tests', () => {
    const open = claims.filter((row) => {
      const number = Number(row.claimId.slice(-6));
      return row.claimId.startsWith('CLM-2026-') && number >= 45 && number <= 69;
    });
    expect(open.map(({ status, cause, reserve }) => `${status} ${cause} ${reserve.amount}`)).toEqual([
      'open collision 42500.00',
      ...Array.from({ length: 24 }, () => 'open collision 25000.00'),
    ]);
    const policy = policies.find((row) => row.policyId === 'POL-2026-000123');
    expect(policy).toMatchObject({ status: 'active', product: 'kasko', vehicle: { plate: '34 ABC 123' } });
    expect(open[0]).toMatchObject({ policyId: 'POL-2026-000123' });
  });
});
