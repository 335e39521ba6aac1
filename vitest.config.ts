import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    pool: 'forks',
    reporters: ['default', './test/support/no-skips.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: ['test/e2e/**', 'test/long/**'],
          testTimeout: 60_000,
          maxWorkers: 2,
          hookTimeout: 120_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          globalSetup: ['test/e2e/deployment.ts'],
          // One deployment, and tests that switch its system of record: one file at a time.
          fileParallelism: false,
          testTimeout: 90_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        // What takes minutes: `npm run test:long`, and no part of `npm test`.
        extends: true,
        test: {
          name: 'long',
          include: ['test/long/**/*.test.ts'],
          globalSetup: ['test/long/deployment.ts'],
          fileParallelism: false,
          testTimeout: 600_000,
          hookTimeout: 600_000,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
