import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig, devices } from '@playwright/test'

const browsers = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']
const port = Number(process.env.E2E_PORT ?? 3210)
const baseURL = `http://127.0.0.1:${port}`
// Only names the folder, because workers also load this file; the server creates it. Workers inherit the name. The time is
// part of it because the system reuses process ids, and an earlier run may have left a folder with the same id.
process.env.E2E_DATA_DIR ??= join(tmpdir(), `senda-e2e-${process.pid}-${Date.now()}`)

/** `npm run storm` runs every journey at each of its widths; `npm test` leaves out those whose tags say so. */
const isStorm = process.env.STORM !== undefined

export default defineConfig({
  testDir: 'e2e',
  forbidOnly: true,
  // Journeys wait for their pages half of the time: four keep two cores busy.
  workers: 4,
  // An end for a journey that hangs, not a measure of speed: the longest take 50 s on a busy machine.
  timeout: 120_000,
  expect: { timeout: 10_000 },
  // A second attempt is traced and named at the end of `npm test` (docs/decisions/0133).
  retries: 1,
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['line'], ['json']] : 'line',
  use: {
    baseURL,
    locale: 'es-UY',
    timezoneId: 'America/Montevideo',
    // A moving element is between two states, so animations are off.
    contextOptions: { reducedMotion: 'reduce' },
    // Tracing every test takes a third more time; `--trace on` traces the test under investigation.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: {
      // `npm test` sets it; the default is Debian's.
      executablePath: process.env.CHROMIUM_PATH ?? browsers.find((path) => existsSync(path)),
      args: [
        '--no-sandbox',
        '--disable-dev-shm-usage',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-domain-reliability',
        '--disable-sync',
        '--no-first-run',
        '--no-pings',
      ],
    },
  },
  projects: [
    // A journey runs at a second width only where it tests layout or touch: the tag `@phone` says so. `@phone-in-storm` and
    // `@desktop-in-storm` leave one of the two to the storm, and `@storm` both: `npm test` tells the same at a cheaper level.
    {
      name: 'desktop',
      grepInvert: isStorm ? /@phone-only/ : /@phone-only|@storm|@desktop-in-storm/,
      use: { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 800 } },
    },
    {
      name: 'phone',
      // One device pixel per CSS pixel: no test compares pictures, and a finer rendering takes a tenth more time.
      use: { ...devices['Pixel 7'], viewport: { width: 360, height: 740 }, deviceScaleFactor: 1 },
      grep: isStorm ? /@phone|@desktop-in-storm/ : /@phone(?!-in-storm)|@desktop-in-storm/,
      grepInvert: isStorm ? [] : /@storm/,
    },
  ],
  webServer: {
    command: 'node e2e/server.ts',
    url: `${baseURL}/readyz`,
    timeout: 180_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    env: {
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: process.env.E2E_DATA_DIR,
      DATABASE_URL: '',
      PUBLIC_URL: '',
      SMTP_URL: '',
    },
  },
})
