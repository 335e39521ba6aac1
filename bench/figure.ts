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
  /** The measured values behind a ratio. */
  readonly measured?: string;
}

export function figure(
  name: string,
  value: number,
  { unit, goal, leavesOut, measured }: Pick<Figure, 'unit' | 'goal' | 'leavesOut' | 'measured'>,
): Figure {
  const rounded = Math.round(value * 100) / 100;
  const met = rounded < goal;
  return { name, value: rounded, unit, goal, met, leavesOut, ...(measured === undefined ? {} : { measured }) };
}

/** Group of figures that are measured together. */
export interface Area {
  readonly name: string;
  measure(): Promise<readonly Figure[]>;
}
