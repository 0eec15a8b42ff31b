import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'

import type { Log } from '../log.ts'
import { StartError } from '../start-error.ts'
import { isReachable, type Owner, requireBinaries } from './embedded-binaries.ts'

export type Cluster = {
  dataFolder: string
  socketFolder: string
  binaries: string
  owner: Owner | undefined
  durable: boolean
  log: Log
}

/** Another major version can't open the files, so it would get its own folder. */
const clusterFolder = 'pg18'
/** PostgreSQL refuses to run as root. The user `nobody` is in every passwd file, which PostgreSQL reads. */
const unprivileged: Owner = { uid: 65_534, gid: 65_534 }

/** Creates the files that the server needs when they are missing; with `mustExist`, missing files are an error. */
export function prepareCluster(input: {
  dataDir: string
  log: Log
  durable: boolean
  mayKeepElsewhere: boolean
  mustExist?: boolean
}): Cluster {
  try {
    if (input.mustExist && !existsSync(input.dataDir)) throw missingData(input.dataDir)
    mkdirSync(input.dataDir, { recursive: true, mode: 0o700 })
    const asRoot = process.getuid?.() === 0
    const dataFolder = join(asRoot ? folderForOwner(input) : realpathSync(input.dataDir), clusterFolder)
    const owner = asRoot ? ownerOf(dataFolder) : undefined
    const binaries = requireBinaries(owner)
    // A socket's path may have about 100 bytes, so it cannot be below DATA_DIR.
    const socketFolder = `/tmp/senda-${createHash('sha256').update(dataFolder).digest('hex').slice(0, 16)}`
    if (!existsSync(dataFolder)) {
      if (input.mustExist) throw missingData(input.dataDir)
      createCluster({ dataFolder, binaries, owner, durable: input.durable })
    }
    return { dataFolder, socketFolder, binaries, owner, durable: input.durable, log: input.log }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code !== 'EACCES' && code !== 'EPERM' && code !== 'EROFS') throw error
    throw new StartError(
      `This user cannot write to ${input.dataDir} (${code}). Check the owner of the folder, or choose another one with DATA_DIR.`,
    )
  }
}

function missingData(dataDir: string): StartError {
  return new StartError(`There is no data of Senda in ${dataDir}. Check DATA_DIR, or start Senda once.`)
}

/** DATA_DIR, or a substitute in /var/tmp when PostgreSQL's user cannot enter it (a project in root's home). */
function folderForOwner(input: { dataDir: string; log: Log; mayKeepElsewhere: boolean }): string {
  const dataDir = realpathSync(input.dataDir)
  const parent = join(dataDir, '..')
  const owner = ownerOf(join(dataDir, clusterFolder))
  if (isReachable(parent, owner)) {
    if (!isReachable(dataDir, owner)) chownSync(dataDir, owner.uid, owner.gid)
    return dataDir
  }
  if (!input.mayKeepElsewhere) {
    throw new StartError(
      `PostgreSQL cannot run as root, and its user cannot enter ${dataDir}. ` +
        "Name a folder outside root's home in DATA_DIR, for example DATA_DIR=/var/lib/senda, or start Senda as another user.",
    )
  }
  const elsewhere = `/var/tmp/senda-data-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`
  createFolder({ path: elsewhere, owner })
  input.log.warn(
    { folder: elsewhere },
    'DATA_DIR is closed to the user that PostgreSQL runs as; its files are kept in another folder',
  )
  return elsewhere
}

/** Creates a private folder in a world-writable place. A folder of another user with this name is refused. */
export function createFolder({ path, owner }: { path: string; owner: Owner | undefined }): void {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  const found = lstatSync(path)
  const isOurs = found.uid === process.getuid?.() || found.uid === owner?.uid
  if (!found.isDirectory() || !isOurs)
    throw new StartError(`${path} belongs to another user: delete it and start again.`)
  chmodSync(path, 0o700)
  if (owner) chownSync(path, owner.uid, owner.gid)
}

/**
 * Decides for a start as root: the owner of existing files (from an earlier start without root), else the user
 * `nobody`.
 */
function ownerOf(dataFolder: string): Owner {
  if (!existsSync(dataFolder)) return unprivileged
  const { uid, gid } = statSync(dataFolder)
  return uid === 0 ? unprivileged : { uid, gid }
}

function createCluster({
  dataFolder,
  owner,
  binaries,
  durable,
}: Pick<Cluster, 'dataFolder' | 'binaries' | 'owner' | 'durable'>): void {
  // initdb writes to another name first, so that an interrupted run leaves nothing that looks like data.
  const unfinished = `${dataFolder}.${process.pid}`
  mkdirSync(unfinished, { mode: 0o700 })
  if (owner) chownSync(unfinished, owner.uid, owner.gid)
  const locale = ['-E', 'UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  // "trust" is safe only because no other user can enter the socket's folder.
  const initdb = spawnSync(
    join(binaries, 'bin/initdb'),
    ['-D', unfinished, '-U', 'postgres', '-A', 'trust', ...locale, ...(durable ? [] : ['--no-sync'])],
    { ...owner, cwd: '/', env: environment(), encoding: 'utf8' },
  )
  if (initdb.status !== 0) {
    rmSync(unfinished, { recursive: true, force: true })
    throw new StartError(
      `The embedded PostgreSQL could not create the database (it does not run on Alpine: set DATABASE_URL).\n${initdb.error?.message ?? initdb.stderr}`,
    )
  }
  try {
    renameSync(unfinished, dataFolder)
  } catch (error) {
    // Another process created them first; the check for files in use refuses this one.
    rmSync(unfinished, { recursive: true, force: true })
    if (!existsSync(dataFolder)) throw error
  }
}

/** A clean environment, because LANG and PG* variables change initdb and postgres. */
export function environment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }
}
