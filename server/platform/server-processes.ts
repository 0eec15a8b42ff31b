import { hostname } from 'node:os'
import { sql } from 'kysely'
import type { Db } from './postgres/database.ts'
import { versionOfSenda } from './version-of-senda.ts'

/** `startedAt`: by the clock of its own machine. */
export type ServerProcess = { pid: number; host: string; version: string; startedAt: Date }

const thisProcess: ServerProcess = {
  pid: process.pid,
  // PostgreSQL cuts names after 63 bytes.
  host: hostname()
    .replaceAll(/[^\w.-]/g, '')
    .slice(0, 20),
  version: versionOfSenda,
  startedAt: new Date(performance.timeOrigin),
}

/**
 * How this process names its connections in pg_stat_activity, by which other processes find it: no row has to be kept, and a
 * killed process is gone with its connections.
 */
export const connectionName =
  `senda/${versionOfSenda.slice(0, 20)} ${thisProcess.pid} ${thisProcess.startedAt.getTime().toString(36)} ${thisProcess.host}`.slice(
    0,
    63,
  )

/** The processes that are connected to this database, this one first and then the oldest. */
export async function listProcesses(db: Db): Promise<(ServerProcess & { isThis: boolean })[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct application_name as name from pg_stat_activity
    where datname = current_database() and application_name like 'senda/%'`.execute(db)
  const others = rows
    .flatMap(({ name }) => (name === connectionName ? [] : readName(name)))
    .sort((one, other) => one.startedAt.getTime() - other.startedAt.getTime())
  return [{ ...thisProcess, isThis: true }, ...others.map((each) => ({ ...each, isThis: false }))]
}

function readName(name: string): ServerProcess[] {
  const [version = '', pid = '', started = '', host = ''] = name.slice('senda/'.length).split(' ')
  const startedAt = new Date(Number.parseInt(started, 36))
  const isRead = /^\d{1,10}$/.test(pid) && !Number.isNaN(startedAt.getTime())
  return isRead ? [{ pid: Number(pid), host, version, startedAt }] : []
}
