// `npm run storm`: set-up, the races and faults at full size, then every journey at each of its widths, with every browser and
// handicap (e2e/handicaps.ts) and all pages' accessibility.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { installOtherBrowsers, printBrowsers, requireBrowser } from './browser.mjs'
import { build, fail, install, node, root, run, stopRunning } from './setup.mjs'

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stopRunning)

await install()
const browser = await requireBrowser()
await installOtherBrowsers()
await printBrowsers(browser)
await build().catch((error) => fail(error.message))

const races = await runStorm(['node_modules/vitest/vitest.mjs', 'run', ...filesWithSizes()])
const journeys = await runStorm(['node_modules/@playwright/test/cli.js', 'test'])
process.exit(races || journeys)

async function runStorm(args) {
  return (await run({ command: node, args, env: { STORM: '1', CHROMIUM_PATH: browser }, show: true })).code
}

/** The tests that read their size from server/testing/storm.ts. */
function filesWithSizes() {
  const files = ['server', 'web'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true }).map((file) => `${folder}/${file}`),
  )
  return files.filter(
    (file) => /\.test\.tsx?$/.test(file) && readFileSync(join(root, file), 'utf8').includes('testing/storm.ts'),
  )
}
