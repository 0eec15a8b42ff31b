import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{contract,server,web,scripts,bench}/**/*.test.{ts,tsx}'],
    globalSetup: 'server/testing/setup.ts',
    // Rules are tested over other zones on purpose; the process's own must not leak in.
    env: { TZ: 'UTC' },
    // Most of the time they wait for the database.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    testTimeout: 20_000,
    hookTimeout: 20_000,
  },
})
