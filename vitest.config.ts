import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'

import { browserContract } from './scripts/speed/browser-contract.ts'
import { iconMarkup } from './scripts/speed/icon-markup.ts'

const shared = {
  // Tests set other time zones on purpose; the zone of the process must not affect them.
  env: { TZ: 'UTC' },
  // Reuses the transformed files of an earlier run.
  fsModuleCache: true,
  // With V8's default of 16 MB for young objects, those of a test are still in use at a collection and are copied.
  execArgv: ['--max-semi-space-size=64'],
  testTimeout: 20_000,
  hookTimeout: 20_000,
  // The default second is too short on a machine at work; a condition that never comes true still fails.
  expect: { poll: { timeout: 10_000 } },
}

/** TanStack Start's compiler leaves each side its own half of an isomorphic function; these tests need the browser's. */
function browserHalves(): Plugin {
  const name = '@tanstack/react-start'
  return {
    name: 'senda:browser-halves',
    enforce: 'pre',
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load: (id) =>
      id === `\0${name}`
        ? `export const createIsomorphicFn = () => ({ server: () => ({ client: (half) => half }) })
           export const getGlobalStartContext = () => { throw new Error('only on the server') }`
        : undefined,
  }
}

/** The tests of the web's rules, which replace nothing: a worker of their own for each would take longer than they do. */
const webRules = readdirSync(join(import.meta.dirname, 'web'), { recursive: true, encoding: 'utf8' })
  .map((file) => `web/${file}`)
  .filter(
    (file) =>
      file.endsWith('.test.ts') &&
      !/\bvi\b|@vitest-environment|\bglobalThis\b/.test(readFileSync(join(import.meta.dirname, file), 'utf8')),
  )

export default defineConfig({
  test: {
    // These tests mostly wait for the database and for processes: four keep two cores busy.
    maxWorkers: Math.max(4, availableParallelism() - 1),
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
      // These tests replace Node's globals with those of a browser, or modules, separately for each file.
      {
        plugins: [browserContract(), iconMarkup()],
        test: { ...shared, name: 'web', include: ['web/**/*.test.{ts,tsx}'], exclude: ['web/screens/**', ...webRules] },
      },
      {
        plugins: [browserContract(), iconMarkup()],
        test: { ...shared, name: 'web-rules', include: webRules, isolate: false },
      },
      {
        plugins: [browserContract(), iconMarkup(), browserHalves()],
        test: {
          ...shared,
          // The browser's zone. The server in the same process depends on none.
          env: { TZ: 'America/Montevideo' },
          testTimeout: 60_000,
          name: 'screens',
          include: ['web/screens/**/*.test.tsx'],
          globalSetup: 'server/testing/setup.ts',
          setupFiles: [
            'web/testing/lighter-browser.ts',
            'web/screens/browser-window.ts',
            'server/testing/close-resources.ts',
          ],
          // Each file has its own database; the code of browser and server is loaded once per worker.
          isolate: false,
        },
      },
    ],
  },
})
