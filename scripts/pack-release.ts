// Writes release/senda-VERSION.tar.gz with the built pages and the server, and its SHA-256. A server unpacks it, runs
// `npm ci --omit=dev` and `npm start`, and builds nothing. `--previous FILE` names the release before, of which it keeps the
// scripts (else the newest other one in release/). `--folder DIR` writes the unpacked release instead, and `--commit` names
// what is built where there is no repository.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'

import {
  isShipped,
  keepPreviousAssets,
  type Lock,
  type Manifest,
  releaseLock,
  releaseManifest,
  releasePaths,
} from './release-contents.ts'

const root = join(import.meta.dirname, '..')
const archives = join(root, 'release')
const { values: options } = parseArgs({
  options: { previous: { type: 'string' }, folder: { type: 'string' }, commit: { type: 'string' } },
})
const readJson = (file: string): unknown => JSON.parse(readFileSync(join(root, file), 'utf8'))

const manifest = readJson('package.json') as Manifest
const commit = options.commit || readCommit()
const version = `${manifest.version}+${commit}`
const name = `senda-${version.replace('+', '-')}`
const work = mkdtempSync(join(tmpdir(), 'senda-release-'))
try {
  const folder = options.folder ? resolve(options.folder) : join(work, name)
  const previous = options.previous ? resolve(options.previous) : findPrevious()
  fillFolder(folder)
  const kept = previous ? keepPreviousAssets({ previous: unpack(previous), next: folder }) : 0
  if (!options.folder) pack()
  console.log(
    previous
      ? `It also has ${kept} scripts and styles of ${relative(root, previous)}, for pages that its servers sent.`
      : 'It has no scripts of a release before (--previous FILE): open pages of older servers reload when they miss one.',
  )
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
} finally {
  rmSync(work, { recursive: true, force: true })
}

/** The commit's short name, with `.dirty` when files differ from it; the moment where there is no repository. */
function readCommit(): string {
  try {
    const args = ['describe', '--always', '--exclude', '*', '--dirty=.dirty']
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14)
  }
}

function findPrevious(): string | undefined {
  if (options.folder || !existsSync(archives)) return undefined
  const others = readdirSync(archives).filter((file) => /^senda-.*\.tar\.gz$/.test(file) && file !== `${name}.tar.gz`)
  const age = (file: string) => statSync(file).mtimeMs
  return others.map((file) => join(archives, file)).toSorted((a, b) => age(b) - age(a))[0]
}

function unpack(archive: string): string {
  const folder = join(work, 'previous')
  mkdirSync(folder)
  execFileSync('tar', ['-xzf', archive, '-C', folder, '--strip-components=1'], { stdio: 'pipe' })
  return folder
}

function fillFolder(folder: string): void {
  mkdirSync(folder, { recursive: true })
  if (readdirSync(folder).length > 0) throw new Error(`${folder} is not empty.`)
  for (const path of releasePaths) {
    const filter = (source: string) => isShipped(relative(root, source))
    cpSync(join(root, path), join(folder, path), { recursive: true, filter })
  }
  for (const half of ['dist/client', 'dist/server']) cpSync(join(root, half), join(folder, half), { recursive: true })
  const released = releaseManifest({ manifest, version, commit })
  const lock = releaseLock({ lock: readJson('package-lock.json') as Lock, manifest: released })
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(released, undefined, 2)}\n`)
  writeFileSync(join(folder, 'package-lock.json'), `${JSON.stringify(lock, undefined, 2)}\n`)
}

function pack(): void {
  mkdirSync(archives, { recursive: true })
  const archive = join(archives, `${name}.tar.gz`)
  execFileSync('tar', ['-czf', archive, '-C', work, name], { stdio: 'pipe' })
  const hash = createHash('sha256').update(readFileSync(archive)).digest('hex')
  writeFileSync(`${archive}.sha256`, `${hash}  ${name}.tar.gz\n`)
  console.log(`${relative(root, archive)} (${(statSync(archive).size / 1e6).toFixed(1)} MB)\n${hash}`)
}
