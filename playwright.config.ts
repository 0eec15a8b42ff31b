import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig, devices } from '@playwright/test'

const browsers = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']
const port = Number(process.env.E2E_PORT ?? 3210)
const baseURL = `http://127.0.0.1:${port}`
// Only named here: others load this file too, and the server makes the folder. Workers inherit the name. A process's
// number comes back after a restart, and what an earlier run left under it is not this one's.
process.env.E2E_DATA_DIR ??= join(tmpdir(), `senda-e2e-${process.pid}-${Date.now()}`)

// About what the service decides, not about how it looks: on one screen is enough, and the whole suite stays quick.
const serviceSpecs = [
  'agenda-live',
  'booking-access',
  'booking-steps',
  'captcha',
  'confirm-layout',
  'database-away',
  'held-time-first',
  'identities',
  'lost-connection',
  'made-up-link',
  'missing-providers',
  'not-my-account',
  'practice-roles',
  'production',
  'register-center-draft',
  'register-center-files',
  'second-factor-proof',
  'security',
  'social',
  'social-refusals',
  'tabs',
  'two-people-one-time',
  'visitors-place',
]

export default defineConfig({
  testDir: 'e2e',
  forbidOnly: true,
  // Most of the time a journey waits for its page: three keep two cores busy.
  workers: 3,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['line'], ['json']] : 'line',
  use: {
    baseURL,
    locale: 'es-UY',
    timezoneId: 'America/Montevideo',
    // What moves is in between two states, and neither of them.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace of every test costs a third more time: `--trace on` makes one of a test that is looked into.
    screenshot: 'only-on-failure',
    launchOptions: {
      // npm test says which; without it, one of Debian's.
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
    { name: 'desktop', use: { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 800 } } },
    {
      name: 'phone',
      // One dot for each pixel: nobody looks at what is drawn, and drawing it finer takes a tenth of the time.
      use: { ...devices['Pixel 7'], viewport: { width: 360, height: 740 }, deviceScaleFactor: 1 },
      testIgnore: serviceSpecs.map((name) => `**/${name}.spec.ts`),
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
