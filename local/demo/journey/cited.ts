/**
 * Cites a pure call as evidence. The record of that call has only the hash of the result, so the agent sends the result
 * again.
 */
export const cited = (call: {
  readonly arguments: unknown;
  readonly answer: { readonly result: unknown; readonly receipt: { readonly eventId: string } };
}) => ({
  event: call.answer.receipt.eventId,
  arguments: call.arguments,
  result: call.answer.result,
});
