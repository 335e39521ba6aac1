import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Returns the path of a function's handler: `lambdas/<name>/index.ts` or `lambdas/action-plane/<name>/index.ts`.
 * @throws Error if neither file exists
 */
export const entryIn =
  (root: string) =>
  (functionName: string): string => {
    const places = [
      join(root, 'lambdas', functionName, 'index.ts'),
      join(root, 'lambdas', 'action-plane', functionName, 'index.ts'),
    ];
    const found = places.find((place) => existsSync(place));
    if (found === undefined) throw new Error(`function ${functionName} has no handler: create ${places.join(' or ')}`);
    return found;
  };
