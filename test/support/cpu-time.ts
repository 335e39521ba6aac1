/**
 * Starts a measurement.
 *
 * @returns a function that returns the processor time used since, in milliseconds; other processes do not affect it
 */
export function cpuTime(): () => number {
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
}
