/** One fault of the demo's system of record, as switches, and what it simulates. */
export interface Fault {
  readonly says: string;
  readonly switches: Readonly<Record<string, unknown>>;
  /** The fault ends as soon as the platform does not know the outcome, so the change is applied only then. */
  readonly endsOnceUnknown?: true;
}

/** The faults that `npm run break` plays, by their names on the command line. */
export const faults = {
  lost: {
    says: 'it applies the change, and its answer is lost',
    switches: { loseAnswerNext: 1 },
  },
  slow: {
    says: 'it is so slow that the platform does not wait for its answer',
    switches: { slowMillis: 6000, appliesTo: 'writes' },
  },
  refused: {
    says: 'it refuses the change with 503',
    switches: { unavailableNext: 1, appliesTo: 'writes' },
  },
  late: {
    says: 'it does not answer, and applies the change only after the platform gave up waiting',
    switches: { held: true, appliesTo: 'writes' },
    endsOnceUnknown: true,
  },
} as const satisfies Readonly<Record<string, Fault>>;
export type FaultName = keyof typeof faults;
export const faultNames = Object.keys(faults) as readonly FaultName[];
