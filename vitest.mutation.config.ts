import { defineConfig } from 'vitest/config';

/** What `npm run test:mutation` runs for each mutant: the tests beside the mutated code, without a deployment. */
export default defineConfig({
  test: {
    pool: 'threads',
    include: [
      'test/{contract,action-plane,lambdas,journey}/**/*.test.ts',
      'test/adapters/{memory,tables}/**/*.test.ts',
    ],
    testTimeout: 60_000,
  },
});
