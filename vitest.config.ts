import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    pool: 'forks',
    // Files share their worker's modules, and what these remember: compiled tenants, synthesised stacks, parsed policies.
    isolate: false,
    // These limits end tests that hang. No verdict depends on how busy the machine is.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 300_000 } },
    reporters: ['default', './test/support/no-skips.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: ['test/browser/**', 'test/e2e/**', 'test/long/**', 'test/corpora/**', 'test/**/*.steps.test.ts'],
          // One process, so that everything is prepared once. `npm test` runs the e2e project beside it.
          maxWorkers: 1,
          sequence: { groupOrder: 0 },
        },
      },
      {
        // Counting steps slows down everything in its process, so these files have one of their own.
        extends: true,
        test: {
          name: 'steps',
          include: ['test/**/*.steps.test.ts'],
          maxWorkers: 1,
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
          sequence: { groupOrder: 1 },
        },
      },
      {
        // Documents and tables from packages. They are downloaded, so this runs with `npm run test:corpora` alone.
        extends: true,
        test: {
          name: 'corpora',
          include: ['test/corpora/**/*.test.ts'],
          maxWorkers: 1,
          sequence: { groupOrder: 4 },
        },
      },
      {
        // Tests of the page need Chromium. They run with `npm run test:browser`.
        extends: true,
        test: {
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
      {
        // Tests that take minutes run with `npm run test:long`, not with `npm test`.
        extends: true,
        test: {
          name: 'long',
          include: ['test/long/**/*.test.ts'],
          exclude: ['test/long/upgrade.test.ts', 'test/long/day/**'],
          globalSetup: ['test/long/deployment.ts'],
          fileParallelism: false,
          sequence: { groupOrder: 2 },
        },
      },
      {
        // This test deploys other builds, so it has a local cloud of its own. It runs with `npm run test:long` too.
        extends: true,
        test: {
          name: 'upgrade',
          include: ['test/long/upgrade.test.ts'],
          globalSetup: ['test/long/upgrade-deployment.ts'],
          sequence: { groupOrder: 3 },
        },
      },
      {
        // A day of 500 Tasks, on a deployment with other queues. It runs with `npm run test:long` too.
        extends: true,
        test: {
          name: 'day',
          include: ['test/long/day/**/*.test.ts'],
          globalSetup: ['test/long/day/deployment.ts'],
          sequence: { groupOrder: 5 },
        },
      },
    ],
  },
});
