import * as z from 'zod';
import { parseJson } from '../../contract/values/json.ts';
import { humanText } from '../action-plane/human-text.ts';
import { bodyOf, type HttpRequest } from '../http.ts';
import { invalidRequest } from '../invalid-request.ts';

const asked = z.strictObject({ reason: humanText.optional() });

/** Parses the body of a withdrawal. Without a body, the withdrawal has no reason. */
export function withdrawal({ event }: HttpRequest): z.infer<typeof asked> {
  const text = bodyOf(event);
  const body = text === '' ? {} : parseJson(text);
  const { data, error } = asked.safeParse(body);
  if (error) throw invalidRequest(error, body, asked);
  return data;
}
