import * as z from 'zod';
import { isPlainText, plainTextRule } from '../../contract/values/plain-text.ts';

/** A text that people read. Characters that could hide or reorder the text around it are refused. */
export const humanText = z.string().trim().min(1).max(2000).refine(isPlainText, plainTextRule);
