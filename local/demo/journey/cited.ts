/** A call that kept no result, as evidence: its result is sent again, and must hash to what was recorded. */
export const cited = (call: {
  readonly arguments: unknown;
  readonly answer: { readonly result: unknown; readonly receipt: { readonly eventId: string } };
}) => ({
  event: call.answer.receipt.eventId,
  arguments: call.arguments,
  result: call.answer.result,
});
