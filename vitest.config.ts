import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const shared = {
  // Tests set other time zones on purpose; the zone of the process must not affect them.
  env: { TZ: 'UTC' },
  // Reuses the transformed files of an earlier run.
  fsModuleCache: true,
  testTimeout: 20_000,
  hookTimeout: 20_000,
}

export default defineConfig({
  test: {
    // These tests mostly wait for the database.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    projects: [
      {
        test: {
          ...shared,
          name: 'server',
          include: ['{contract,server,scripts,bench}/**/*.test.ts'],
          globalSetup: 'server/testing/setup.ts',
          setupFiles: 'server/testing/close-resources.ts',
          // Each file has its own database and shares nothing else, so the code is loaded once instead of once per file.
          isolate: false,
        },
      },
      // These tests replace Node's globals with those of a browser, separately for each file.
      { test: { ...shared, name: 'web', include: ['web/**/*.test.{ts,tsx}'] } },
    ],
  },
})
