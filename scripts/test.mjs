// `npm test`: set-up, static checks, unit and integration tests, then browser journeys on the built server.
// Passes its arguments to vitest. The last lines name the tests that failed, and count those that passed and failed.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'

import { printBrowsers, requireBrowser } from './browser.mjs'
import { hasEmbeddedPostgres, readMachine, sayMissingPostgres } from './platform.mjs'
import { build, fail, install, node, root, run, stopRunning } from './setup.mjs'

let isStopped = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    isStopped = true
    stopRunning()
  })
}

const machine = readMachine()
// The tests start and stop programs with signals, pipes and a shell, which Windows has not.
if (machine.platform === 'win32') fail('npm test needs Linux or macOS: on Windows, run it in WSL.')
const missing = sayMissingPostgres(machine, { hasDatabaseUrl: Boolean(process.env.DATABASE_URL) })
if (missing) fail(missing)
await install()
// Each journey has a database of its own, which only the embedded PostgreSQL gives it.
const hasJourneys = hasEmbeddedPostgres(machine)
if (!hasJourneys) console.log('The browser journeys need the embedded PostgreSQL, and are skipped on this machine.')
const browser = hasJourneys ? await requireBrowser() : undefined
if (browser) await printBrowsers(browser)
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
const none = { passed: 0, failures: [], flaky: [] }
const unbuilt = { ...none, failures: ['The build; see the output'] }
const journeys = !isBuilt ? unbuilt : hasJourneys ? await runJourneys() : none
const failures = [...vitest.failures, ...journeys.failures]
printNames('Passed only at the second attempt', [...vitest.flaky, ...journeys.flaky])
printNames('Failed', failures)
if (check !== 0) console.log('\nThe static checks (npm run check) found problems; see above.')
console.log(`\n${vitest.passed + journeys.passed} passed, ${failures.length} failed`)
process.exit(check !== 0 || failures.length > 0 ? 1 : 0)

function printNames(title, names) {
  if (names.length > 0) console.log(`\n${title}:\n${names.map((name) => `- ${name}`).join('\n')}`)
}

async function step({ name, args, env }) {
  if (isStopped) process.exit(130)
  console.log(`\n${name}`)
  return (await run({ command: node, args, env, show: true })).code
}

async function countVitest() {
  const first = await runVitest(process.argv.slice(2))
  // A second attempt repeats no fault of the set-up or of many files. A slow machine has failed four files of a thousand.
  if (first.files.length === 0 || first.files.length > 8 || first.files.includes('')) return first
  console.log(`\nSecond attempt: ${first.files.join(', ')}`)
  const second = await runVitest(first.files)
  const flaky = first.failures.filter((name) => !second.failures.includes(name))
  const passed = first.passed + first.failedTests - second.failedTests
  return { ...second, passed, flaky }
}

async function runVitest(filters) {
  const [report, faultReport] = [join(reports, 'vitest.json'), join(reports, 'faults.json')]
  for (const file of [report, faultReport]) rmSync(file, { force: true })
  const reporters = ['default', 'json', './scripts/report-faults.mjs'].map((name) => `--reporter=${name}`)
  const args = ['node_modules/vitest/vitest.mjs', 'run', ...reporters, `--outputFile.json=${report}`, ...filters]
  const code = await step({ name: 'Unit and integration tests', args, env: { FAULTS_FILE: faultReport } })
  if (!existsSync(report))
    return { passed: 0, failedTests: 0, failures: ['Unit and integration tests: no report'], files: [], flaky: [] }
  const { numPassedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'))
  const failedFiles = testResults.filter(({ status }) => status === 'failed')
  const failedTests = failedFiles.flatMap(({ name, message, assertionResults }) => {
    const tests = assertionResults.filter(({ status }) => status === 'failed')
    if (tests.length === 0) return [`${relative(root, name)}: ${message}`]
    return tests.map(({ fullName }) => `${relative(root, name)}: ${fullName}`)
  })
  // An error that no test awaited fails the file that ran at the time.
  const faults = JSON.parse(readFileSync(faultReport, 'utf8')).map(({ file = root, message }) => ({
    name: file,
    failure: `${relative(root, file)}: unhandled error: ${message}`,
  }))
  const files = [...new Set([...failedFiles, ...faults].map(({ name }) => relative(root, name)))]
  const failures = withOtherFault([...failedTests, ...faults.map(({ failure }) => failure)], code)
  return { passed: numPassedTests, failedTests: failedTests.length, files, flaky: [], failures }
}

async function runJourneys() {
  const report = join(reports, 'playwright.json')
  const dataDir = mkdtempSync(join(tmpdir(), 'senda-e2e-'))
  const env = { CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_FILE: report, E2E_DATA_DIR: dataDir }
  const code = await step({
    name: 'Browser journeys',
    args: ['node_modules/@playwright/test/cli.js', 'test'],
    env,
  })
  rmSync(dataDir, { recursive: true, force: true })
  if (!existsSync(report)) return { passed: 0, failures: ['Browser journeys: no report'], flaky: [] }
  const { stats, suites } = JSON.parse(readFileSync(report, 'utf8'))
  const named = (status) =>
    suites
      .flatMap(specsOf)
      .flatMap(({ file, title, tests }) =>
        tests
          .filter((test) => test.status === status)
          .map(({ projectName }) => `e2e/${file} [${projectName}]: ${title}`),
      )
  return {
    passed: stats.expected + stats.flaky,
    failures: withOtherFault(named('unexpected'), code),
    flaky: named('flaky'),
  }
}

/** Playwright nests the tests of a file in a suite per `describe`. */
function specsOf({ specs, suites = [] }) {
  return [...specs, ...suites.flatMap(specsOf)]
}

/** A run that failed outside its tests (a server that doesn't start, an error after the last test) counts as one failure. */
function withOtherFault(failures, code) {
  return code !== 0 && failures.length === 0 ? ['A fault outside the tests; see the output'] : failures
}
