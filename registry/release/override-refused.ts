/**
 * Error: the SoR of an override does not exist, or cannot have the place that the override gives to it. The message is
 * one line.
 */
export class OverrideRefused extends Error {
  override readonly name = 'OverrideRefused';
}
