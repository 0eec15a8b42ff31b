// The journeys of `npm run storm`: every browser with every handicap (e2e/handicaps.ts), and all pages' accessibility.
import { installOtherBrowsers, printBrowsers, requireBrowser } from './browser.mjs'
import { build, fail, install, node, run, stopRunning } from './setup.mjs'

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stopRunning)

await install()
const browser = await requireBrowser()
await installOtherBrowsers()
await printBrowsers(browser)
await build().catch((error) => fail(error.message))
const { code } = await run({
  command: node,
  args: ['node_modules/@playwright/test/cli.js', 'test', 'accessibility', 'every-browser'],
  env: { STORM: '1', CHROMIUM_PATH: browser },
  show: true,
})
process.exit(code)
