import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The handler of a function: `lambdas/<name>/index.ts`, or below `lambdas/action-plane/` where it stands there.
 *
 * @throws Error naming the function that has no handler
 */
export const entryIn =
  (root: string) =>
  (functionName: string): string => {
    const places = [
      join(root, 'lambdas', functionName, 'index.ts'),
      join(root, 'lambdas', 'action-plane', functionName, 'index.ts'),
    ];
    const found = places.find((place) => existsSync(place));
    if (found === undefined) throw new Error(`function ${functionName} has no handler: ${places.join(' or ')}`);
    return found;
  };
