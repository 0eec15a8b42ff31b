// `npm test`: set-up, static checks, unit and integration tests, then browser journeys on the built server.
// Passes its arguments to vitest. The last line states how many tests passed and failed.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { printBrowsers, requireBrowser } from './browser.mjs'
import { build, install, node, root, run, stopRunning } from './setup.mjs'

let isStopped = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    isStopped = true
    stopRunning()
  })
}

await install()
const browser = await requireBrowser()
await printBrowsers(browser)
const reports = join(root, 'node_modules/.cache/senda-test')
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })

// The build comes before the tests, because some of them run `npm start`.
const isBuilt = await build().then(
  () => true,
  (error) => {
    console.log(error.message)
    return false
  },
)
const check = await step({ name: 'Static checks', args: ['scripts/check.mjs'] })
const vitest = await countVitest()
const journeys = await countJourneys()
const passed = vitest.passed + journeys.passed
const failed = vitest.failed + journeys.failed
if (journeys.flaky > 0)
  console.log(`\nJourneys that passed only at their second attempt: ${journeys.flaky}; they are named above.`)
if (check !== 0) console.log('\nThe static checks (npm run check) found problems; see above.')
console.log(`\n${passed} passed, ${failed} failed`)
process.exit(check !== 0 || failed > 0 ? 1 : 0)

async function step({ name, args, env }) {
  if (isStopped) process.exit(130)
  console.log(`\n${name}`)
  return (await run({ command: node, args, env, show: true })).code
}

async function countVitest() {
  const report = join(reports, 'vitest.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const args = ['node_modules/vitest/vitest.mjs', 'run', ...reporters, ...process.argv.slice(2)]
  const code = await step({ name: 'Unit and integration tests', args })
  if (!existsSync(report)) return { passed: 0, failed: 1 }
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8'))
  return settle({ code, passed: numPassedTests, failed: numFailedTests })
}

async function countJourneys() {
  if (!isBuilt) return { passed: 0, failed: 1, flaky: 0 }
  const report = join(reports, 'playwright.json')
  const dataDir = mkdtempSync(join(tmpdir(), 'senda-e2e-'))
  const env = { CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_FILE: report, E2E_DATA_DIR: dataDir }
  const code = await step({
    name: 'Browser journeys',
    args: ['node_modules/@playwright/test/cli.js', 'test'],
    env,
  })
  rmSync(dataDir, { recursive: true, force: true })
  if (!existsSync(report)) return { passed: 0, failed: 1, flaky: 0 }
  const { expected, flaky, unexpected } = JSON.parse(readFileSync(report, 'utf8')).stats
  return { ...settle({ code, passed: expected + flaky, failed: unexpected }), flaky }
}

/** A run that failed outside its tests (a file that doesn't load, a server that doesn't start) counts as one failure. */
function settle({ code, passed, failed }) {
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed }
}
