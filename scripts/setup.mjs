// Set-up that every command shares. Plain JavaScript for Node 20, because it runs before the packages are installed.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { findNodePackage, hasOwnNode, npmCommand, readMachine, sayMissingNode } from './platform.mjs'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
/** Whether these files were unpacked from a release: it is built, and needs neither tools nor a Node from the packages. */
const isRelease = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).release !== undefined
const machine = readMachine()
/** Packages of their own, which only a machine installs whose Node is too old to run TypeScript. */
const nodeFolder = join(root, 'scripts/node')
const packaged = isRelease || hasOwnNode(machine) ? undefined : findNodePackage(machine)
/** Node 24 or newer: the one that runs this script, or the one of the packages. */
export const node = packaged ? join(nodeFolder, 'node_modules', packaged.name, packaged.file) : process.execPath

/** Node's compile cache, which saves half a second per start. */
export const compileCache = { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node') }

const running = new Set()

/** Stops the processes that `run` started, after Ctrl-C or SIGTERM. */
export function stopRunning() {
  for (const child of running) child.kill('SIGTERM')
}

/**
 * Runs a command in the project's folder. Its output is collected, or with `show` goes to the terminal.
 * @returns {Promise<{ code: number, output: string }>}
 */
export function run({ command, args, env = {}, show = false }) {
  const npm =
    command === 'npm' ? npmCommand({ platform: process.platform, env: process.env, node: process.execPath }) : undefined
  return new Promise((resolve, reject) => {
    const child = spawn(npm?.command ?? command, [...(npm?.first ?? []), ...args], {
      cwd: root,
      shell: npm?.shell ?? false,
      env: { ...compileCache, ...process.env, PATH: pathFor(command), ...env },
      stdio: show ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    })
    running.add(child)
    let output = ''
    child.stdout?.on('data', (text) => (output += text))
    child.stderr?.on('data', (text) => (output += text))
    child.on('error', reject)
    child.on('close', (code, signal) => {
      running.delete(child)
      resolve({ code: code ?? (signal ? 1 : 0), output })
    })
  })
}

/** Puts our Node first, except for npm, which would delete the Node that runs it. */
function pathFor(command) {
  const packageBin = join(root, 'node_modules/.bin')
  const others = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== packageBin)
  return (command === 'npm' ? others : [dirname(node), packageBin, ...others]).join(delimiter)
}

export function fail(message) {
  console.error(`\n${message}`)
  process.exit(1)
}

/** Installs the packages unless node_modules matches the lock. */
export async function install() {
  const missing = sayMissingNode(machine, { mayInstall: !isRelease })
  if (missing) fail(missing)
  const wanted = [
    ...(isInstalled() ? [] : [npmCi(isRelease ? '--omit=dev' : '--include=dev')]),
    ...(packaged && !existsSync(node)
      ? [npmCi('--ignore-scripts', '--include=optional', `--prefix=${nodeFolder}`)]
      : []),
  ]
  if (wanted.length === 0) return
  console.log('Installing packages (once, less than a minute)…')
  for (const { code, output } of await Promise.all(wanted)) {
    if (code !== 0) fail(`Installing the packages failed (npm ci):\n${output}`)
  }
  if (packaged) linkNode()
}

/** Under an old Node, npm warns about engines that never run on it; errors are still shown. */
function npmCi(...options) {
  return run({ command: 'npm', args: ['ci', ...options, '--no-audit', '--no-fund', '--loglevel=error'] })
}

/** Beside the packages' commands, which take the Node that is there: npm run dev and the others run with the same one. */
function linkNode() {
  if (!existsSync(node)) fail(`npm did not install ${packaged.name}: install Node 24 or newer from https://nodejs.org.`)
  const link = join(root, 'node_modules/.bin', process.platform === 'win32' ? 'node.exe' : 'node')
  rmSync(link, { force: true })
  try {
    linkSync(node, link)
  } catch {
    copyFileSync(node, link)
  }
}

/** Compares the lock with npm's copy in node_modules, so it also notices a manual `npm install`. */
function isInstalled() {
  const installedLock = join(root, 'node_modules/.package-lock.json')
  if (!existsSync(installedLock)) return false
  const installed = JSON.parse(readFileSync(installedLock, 'utf8')).packages
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  // Optional packages may be for other platforms; the entry '' is this project.
  return Object.entries(wanted).every(
    ([path, entry]) => path === '' || entry.optional || installed[path]?.version === entry.version,
  )
}

/** Builds the pages if their sources changed since the last build; throws the build's output. */
export async function build() {
  await (await findBuild())?.()
}

/** The build that is due, as a function which throws its output when it fails; undefined when the pages are those of the sources. */
export async function findBuild() {
  if (isRelease) return undefined
  const stamp = join(root, 'dist/.stamp')
  await writeCommit()
  const hash = hashSources(['web', 'contract', 'public', 'scripts', 'vite.config.ts', 'package-lock.json'])
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return undefined
  return async () => {
    console.log('Building the pages…')
    const vite = await run({ command: node, args: ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'] })
    if (vite.code !== 0) throw new Error(`Building the pages failed:\n${vite.output}`)
    mkdirSync(dirname(stamp), { recursive: true })
    writeFileSync(stamp, hash)
  }
}

/** For the version that logs and «Salud del servicio» show. A folder without git keeps the file that came with it. */
async function writeCommit() {
  if (!existsSync(join(root, '.git'))) return
  const git = await run({ command: 'git', args: ['rev-parse', '--short', 'HEAD'] }).catch(() => undefined)
  if (git?.code !== 0) return
  mkdirSync(join(root, 'dist'), { recursive: true })
  writeFileSync(join(root, 'dist/commit.txt'), git.output)
}

function hashSources(sources) {
  const hash = createHash('sha256')
  for (const source of sources) {
    const path = join(root, source)
    if (!existsSync(path)) continue
    for (const file of listFiles(path)) hash.update(file).update('\0').update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

function listFiles(path) {
  if (/\.[a-z]+$/.test(path)) return [path]
  const entries = readdirSync(path, { withFileTypes: true, recursive: true })
  const isSource = (entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name)
  // The router's plugin writes this file during the build.
  const isGenerated = (entry) => entry.name.endsWith('.gen.ts')
  return entries
    .filter((entry) => isSource(entry) && !isGenerated(entry))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort()
}

// Run by `npm run dev` before it starts.
if (process.argv[1] === fileURLToPath(import.meta.url)) await install()
