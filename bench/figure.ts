/** One measured number, and what it must be. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: 'ms' | 's' | 'MB';
  /** The value must be below it. */
  readonly goal: number;
  readonly met: boolean;
  /** What a user's wait has in it beside this. */
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

/** An area of figures that are measured together. */
export interface Area {
  readonly name: string;
  measure(): Promise<readonly Figure[]>;
}
