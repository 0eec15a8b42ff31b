// The browsers of the journeys, on machines where Playwright can't download its own.
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

import { aptCommand, mayInstall } from './ask-to-install.mjs'
import { fail, node, root, run } from './setup.mjs'

const sparticuz = '@sparticuz/chromium@153.0.0'
const cache = join(root, 'node_modules/.cache/senda-chromium')
// The headless shell draws no window, tabs or toolbar, which halves the time of the journeys.
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/**
 * The path of a Chromium: CHROMIUM_PATH, the system's, or one that this call installs: with apt-get, which outside CI a person allows,
 * or into node_modules.
 */
export async function requireBrowser() {
  if (process.env.CHROMIUM_PATH) {
    if (existsSync(process.env.CHROMIUM_PATH)) return process.env.CHROMIUM_PATH
    fail(`CHROMIUM_PATH names ${process.env.CHROMIUM_PATH}, which does not exist.`)
  }
  const found = findOnSystem() ?? (await installFromSystem()) ?? (await installFromNpm())
  return found ?? fail(`The browser journeys need Chromium. Install it${hint()}, or set CHROMIUM_PATH to its path.`)
}

/** The other browsers of the journeys, with Debian's packages. Playwright's own builds of them are for its protocol only. */
const others = [
  { name: 'Firefox', path: process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr', packages: ['firefox-esr'] },
  {
    name: 'WebKit',
    path: process.env.WEBKIT_DRIVER_PATH ?? '/usr/bin/WebKitWebDriver',
    packages: ['webkit2gtk-driver', 'xvfb', 'xauth'],
  },
]

/**
 * Installs the missing browsers for `npm run storm` where apt-get can and may, and otherwise says which journeys are skipped.
 */
export async function installOtherBrowsers() {
  const missing = others.filter(({ path }) => !existsSync(path))
  const packages = missing.flatMap((browser) => browser.packages)
  if (missing.length > 0 && canInstall() && (await mayInstall({ packages }))) {
    console.log(`Installing ${packages.join(', ')} with apt-get for the browser journeys (once)…`)
    await aptGet('update')
    await aptGet('install', '-y', '--no-install-recommends', ...packages)
  }
  for (const { name, path, packages } of missing) {
    if (!existsSync(path))
      console.log(`${name} is not installed, so its journeys are skipped. Debian has it in: ${packages.join(', ')}.`)
  }
}

/** Browsers differ in what the journeys find, so a result is only worth something with their versions. */
export async function printBrowsers(chromium) {
  for (const path of [chromium, ...others.map((browser) => browser.path)].filter((each) => existsSync(each))) {
    // WebKit's driver does not tell its version.
    const isDriver = path.endsWith('WebKitWebDriver') && existsSync('/etc/debian_version')
    const version = isDriver
      ? { command: 'dpkg-query', args: ['-W', 'webkit2gtk-driver'] }
      : { command: path, args: ['--version'] }
    const { output } = await run(version)
    console.log(`The journeys run in ${output.trim().replace('\t', ' ')} (${path})`)
  }
}

const isDebian = () => existsSync('/etc/debian_version')
const canInstall = () => process.getuid?.() === 0 && isDebian()
const hint = () => (isDebian() ? ` (${aptCommand(systemPackages.slice(0, 1))})` : '')
const systemPackages = ['chromium-headless-shell', 'chromium']

async function aptGet(...args) {
  return await run({ command: 'apt-get', args, env: { DEBIAN_FRONTEND: 'noninteractive' } })
}

function findOnSystem() {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin']
  const macApps = ['Google Chrome', 'Chromium'].map((app) => `/Applications/${app}.app/Contents/MacOS/${app}`)
  return [...names.flatMap((name) => folders.map((folder) => join(folder, name))), ...macApps].find((path) =>
    existsSync(path),
  )
}

async function installFromSystem() {
  if (!canInstall() || !(await mayInstall({ packages: systemPackages.slice(0, 1) }))) return undefined
  console.log('Installing Chromium with apt-get for the browser journeys (once)…')
  await aptGet('update')
  for (const name of systemPackages) {
    await aptGet('install', '-y', '--no-install-recommends', name)
    const found = findOnSystem()
    if (found) return found
  }
  return undefined
}

/**
 * The browser is not in package.json, because most machines don't need its 60 MB. It unpacks itself into TMPDIR on
 * first use.
 */
async function installFromNpm() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  const unpacked = join(cache, 'tmp')
  const env = { TMPDIR: unpacked }
  mkdirSync(unpacked, { recursive: true })
  if (!existsSync(join(cache, 'node_modules/@sparticuz/chromium'))) {
    console.log('Downloading Chromium from npm for the browser journeys (once)…')
    writeFileSync(join(cache, 'package.json'), '{"private":true,"type":"module"}')
    const npm = await run({
      command: 'npm',
      args: ['install', '--prefix', cache, '--no-audit', '--no-fund', sparticuz],
    })
    if (npm.code !== 0) return undefined
  }
  const library = join(cache, 'node_modules/@sparticuz/chromium')
  const script = `const { default: chromium } = await import(${JSON.stringify(entryOf(library))}); console.log(await chromium.executablePath())`
  const { code, output } = await run({ command: node, args: ['--input-type=module', '-e', script], env })
  const path = output.trim().split('\n').at(-1)
  return code === 0 && existsSync(path) ? path : undefined
}

function entryOf(library) {
  const build = join(library, 'build')
  return readdirSync(build).includes('esm') ? join(build, 'esm/index.js') : join(build, 'index.js')
}
