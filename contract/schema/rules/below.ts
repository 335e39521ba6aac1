import { escapePointer } from '../../values/pointers.ts';
import type { SchemaFinding } from '../finding.ts';

/** Returns the findings about a member as findings about the object or array that contains the member. */
export const below = (member: string, findings: readonly SchemaFinding[]): readonly SchemaFinding[] =>
  findings.map((finding) => ({ ...finding, instancePath: `/${escapePointer(member)}${finding.instancePath}` }));
