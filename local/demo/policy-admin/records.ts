/** Records of the policy administration. Money is a decimal string, days are `YYYY-MM-DD`, and instants end in `Z`. */
export interface AdminMoney {
  readonly amount: string;
  readonly currency: 'TRY';
}

export interface Party {
  readonly partyId: string;
  readonly kind: 'person' | 'company';
  readonly name: string;
  /** TCKN of a person, 11 digits. */
  readonly nationalId?: string;
  /** VKN of a company, 10 digits. */
  readonly taxNumber?: string;
  readonly birthDate?: string;
  readonly phone: string;
  readonly email: string;
  readonly address: string;
  readonly city: string;
  readonly iban: string;
}

export interface Vehicle {
  readonly plate: string;
  readonly vin: string;
  readonly make: string;
  readonly model: string;
  readonly modelYear: number;
  readonly usage: 'private' | 'commercial';
}

export interface Coverage {
  readonly code: string;
  readonly limit: string;
  readonly deductible: string;
}

export interface Policy {
  readonly policyId: string;
  /** `kasko` is own damage; `trafik` is the compulsory liability cover. */
  readonly product: 'kasko' | 'trafik';
  readonly status: 'active' | 'expired' | 'cancelled';
  readonly holderPartyId: string;
  readonly vehicle: Vehicle;
  readonly coverages: readonly Coverage[];
  readonly currency: 'TRY';
  readonly sumInsured: string;
  readonly premium: string;
  readonly effectiveFrom: string;
  readonly effectiveTo: string;
  readonly city: string;
}

export interface Reserve extends AdminMoney {
  readonly updatedAt: string;
  readonly reason: string;
}

export interface ClaimRecord {
  readonly claimId: string;
  readonly policyId: string;
  readonly claimantPartyId: string;
  readonly status: 'open' | 'closed' | 'rejected';
  readonly cause: 'collision' | 'glass' | 'theft' | 'fire' | 'hail' | 'flood';
  readonly lossDate: string;
  readonly reportedAt: string;
  readonly city: string;
  readonly description: string;
  readonly estimate: AdminMoney;
  readonly reserve: Reserve;
}
