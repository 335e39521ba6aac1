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
 * Asks a model where a property stands. It points at a passage; what is read there is read by our own rules, so that no
 * word of a model becomes a value but one of a closed list.
 * @throws Failure `dependency.unavailable` where the model does not answer
 */
export const modelAsker =
  (model: Model, deadlineAt: number): AskModel =>
  async (document, finder, wanted) => {
    const [part] = documentPartsOf(document, undefined);
    const asked: PatternFacts = { model: finder.model, promptVersion: finder.promptVersion };
    if (!part) return { candidates: [], facts: asked };
    const length = part.end - part.start;
    if (length > finder.maxCharacters) {
      const detail = `the source has ${length} characters, the extractor sends at most ${finder.maxCharacters}`;
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
      if (!complete) return wrong('the model was cut off');
      if (input === undefined) return wrong('the model called no tool');
      const report = reportOf(input, wanted.type);
      if (!report) return wrong('the model broke the schema of its tool');
      if (!report.found) return { candidates: [] };
      const candidates = part && groundedCandidates({ text: document.text, part }, report, { wanted, lineage });
      return candidates
        ? { candidates }
        : { reason: 'ungrounded', detail: 'the model quotes what is not in the source' };
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
