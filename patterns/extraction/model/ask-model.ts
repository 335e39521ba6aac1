import { hashOf } from '../../../contract/values/canonical.ts';
import { Failure } from '../../../contract/failures.ts';
import type { PatternFacts } from '../../../contract/system.ts';
import type { Model, ModelAnswer } from '../../../contract/ports.ts';
import type { ModelLineage } from '../../../contract/values/shapes.ts';
import { documentPartsOf } from '../document.ts';
import type { AskModel, ModelFinding } from '../extract.ts';
import { groundedCandidates } from './grounded.ts';
import { modelRequest } from './model-request.ts';
import { reportOf } from './report.ts';

/**
 * Asks a model for the passage that states a property. Our own rules then read the value from that passage. Only a
 * value of a closed list may come from the model itself.
 * @throws Failure `dependency.unavailable` if the model does not answer
 */
export const modelAsker =
  (model: Model, deadlineAt: number): AskModel =>
  async (document, finder, wanted) => {
    const [part] = documentPartsOf(document, undefined);
    const asked: PatternFacts = { model: finder.model, promptVersion: finder.promptVersion };
    if (!part) return { candidates: [], facts: asked };
    const length = part.end - part.start;
    if (length > finder.maxCharacters) {
      const detail = `the source has ${length} characters, but the extractor sends at most ${finder.maxCharacters} to the model`;
      return { reason: 'too_long', detail, facts: asked };
    }
    const request = modelRequest(document.text.slice(part.start, part.end), finder, wanted.type);
    const requestHash = hashOf(request);
    const lineage: ModelLineage = {
      model: finder.model,
      promptVersion: finder.promptVersion,
      parameters: finder.parameters,
      requestHash,
    };
    const answer = await model.ask(request, deadlineAt);
    if (answer.kind === 'unavailable') throw unavailable(answer.reason);
    const { temperature, maxTokens } = finder.parameters;
    const { inputTokens, outputTokens } = answer;
    const facts: PatternFacts = { ...asked, temperature, maxTokens, requestHash, inputTokens, outputTokens };
    return { ...finding(answer), facts };

    function finding({ input, complete }: Extract<ModelAnswer, { kind: 'answer' }>): Omitted<ModelFinding> {
      const wrong = (detail: string): Omitted<ModelFinding> => ({ reason: 'model_answer', detail });
      if (!complete) return wrong('the answer of the model was cut off before its end');
      if (input === undefined) return wrong('the model did not call the tool exactly once');
      const report = reportOf(input, wanted.type);
      if (!report) return wrong('the model called its tool with malformed arguments');
      if (!report.found) return { candidates: [] };
      const candidates = part && groundedCandidates({ text: document.text, part }, report, { wanted, lineage });
      return candidates
        ? { candidates }
        : { reason: 'ungrounded', detail: 'the model quoted a passage that is not in the source' };
    }
  };

type Omitted<F> = F extends unknown ? Omit<F, 'facts'> : never;

function unavailable(reason: string): Failure {
  const exception = { kind: 'extract.model_unavailable', detail: reason, retryable: true };
  return new Failure('dependency.unavailable', 'the model did not answer', {
    exceptions: [exception],
    retryAfterSeconds: 5,
  });
}
