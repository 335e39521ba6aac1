/** Cites a pure call as evidence. Its record has only the hash of its result, so the result is sent again. */
export const cited = (call: {
  readonly arguments: unknown;
  readonly answer: { readonly result: unknown; readonly receipt: { readonly eventId: string } };
}) => ({
  event: call.answer.receipt.eventId,
  arguments: call.arguments,
  result: call.answer.result,
});
