/** Measured number with its goal. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: 'ms' | 's' | 'MB' | '%';
  /** Upper limit. The figure meets it if its value is below. */
  readonly goal: number;
  readonly met: boolean;
  /** Parts of a user's waiting time that the value does not include. */
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

/** Group of figures that are measured together. */
export interface Area {
  readonly name: string;
  measure(): Promise<readonly Figure[]>;
}
