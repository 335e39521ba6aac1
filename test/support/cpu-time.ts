/** Milliseconds of processor time since: what a bound on work is held against, whatever else the machine does. */
export function cpuTime(): () => number {
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
}
