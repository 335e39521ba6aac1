/** One measured number and its goal. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: 'ms' | 's' | 'MB' | '%';
  /** The goal is met if the value is below it. */
  readonly goal: number;
  readonly met: boolean;
  /** The time that a user waits for in addition to this value. */
  readonly leavesOut: string;
}

export function figure(
  name: string,
  value: number,
  { unit, goal, leavesOut }: Pick<Figure, 'unit' | 'goal' | 'leavesOut'>,
): Figure {
  const rounded = Math.round(value * 100) / 100;
  return { name, value: rounded, unit, goal, met: rounded < goal, leavesOut };
}

/** A group of figures that are measured together. */
export interface Area {
  readonly name: string;
  measure(): Promise<readonly Figure[]>;
}
