/** Returns a function that returns the milliseconds of processor time used since. Other processes do not change it. */
export function cpuTime(): () => number {
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
}
