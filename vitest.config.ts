import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const shared = {
  // Rules are tested over other zones on purpose; the process's own must not leak in.
  env: { TZ: 'UTC' },
  // What an earlier run transformed is read, not made again.
  fsModuleCache: true,
  testTimeout: 20_000,
  hookTimeout: 20_000,
}

export default defineConfig({
  test: {
    // Most of the time they wait for the database.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    projects: [
      {
        test: {
          ...shared,
          name: 'server',
          include: ['{contract,server,scripts,bench}/**/*.test.ts'],
          globalSetup: 'server/testing/setup.ts',
          setupFiles: 'server/testing/close-resources.ts',
          // They keep to their own database and share nothing else, so that the code is loaded once and not for every file.
          isolate: false,
        },
      },
      // These put what a browser has in place of what Node has, each file its own.
      { test: { ...shared, name: 'web', include: ['web/**/*.test.{ts,tsx}'] } },
    ],
  },
})
