import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Log } from '../log.ts'
import { StartError } from '../start-error.ts'
import { type Cluster, createFolder, environment, prepareCluster } from './embedded-files.ts'

export type EmbeddedPostgres = { url: string; stop(): Promise<void> }

/** After kill -9 the old processes need up to two seconds to release the files. */
const startAttemptsMs = 10_000
const startTimeoutMs = 60_000
const stopTimeoutMs = 6_000

/**
 * Reads a pipe from Node on its standard input and stops PostgreSQL when the pipe closes, which happens however Node ends,
 * even by kill -9. `exec 3<&0` because a background command gets /dev/null as its input.
 */
const supervisor = `
exec 3<&0
sockets=$1
shift
"$@" </dev/null &
postgres=$!
echo "$postgres"
{ read -r _ <&3; kill -INT "$postgres"; } 2>/dev/null &
watcher=$!
wait "$postgres"
kill "$watcher"
rmdir "$sockets"
`

type Server = { process: ChildProcess; pid: number; exited: Promise<void> }

/**
 * Starts the PostgreSQL that came with the packages, on files below `dataDir`, and starts it again if it ends.
 * It listens only on a socket in a folder that no other user may enter. `durable: false` is for throw-away data.
 * `mayKeepElsewhere: false` refuses a dataDir that PostgreSQL's user can't enter, instead of keeping the files in /var/tmp.
 * @throws StartError when the files are in use or belong to another user, or there is no server for this machine.
 */
export async function startEmbeddedPostgres(input: {
  dataDir: string
  log: Log
  durable?: boolean
  mayKeepElsewhere?: boolean
}): Promise<EmbeddedPostgres> {
  if (process.platform === 'win32') {
    throw new StartError('On Windows use WSL, or name your own PostgreSQL (15 or later) in DATABASE_URL.')
  }
  const cluster = prepareCluster({
    ...input,
    durable: input.durable ?? true,
    mayKeepElsewhere: input.mayKeepElsewhere ?? true,
  })
  let server = await startServer(cluster)
  let isStopping = false

  async function keepRunning(): Promise<void> {
    for (;;) {
      await server.exited
      if (isStopping) return
      input.log.error('PostgreSQL ended by itself; starting it again')
      try {
        server = await startServer(cluster)
        if (isStopping) await stopServer(server)
      } catch (error) {
        input.log.error({ err: error }, 'PostgreSQL could not be started again; trying once more')
        await sleep(1000)
      }
    }
  }
  const running = keepRunning()

  return {
    url: urlOf(cluster),
    async stop() {
      isStopping = true
      await stopServer(server)
      await running
    },
  }
}

/**
 * For a command beside the server: the PostgreSQL that a running Senda has opened on these files, else one that this
 * process starts. `stop` ends only the latter. @throws StartError when there are no files.
 */
export async function joinEmbeddedPostgres(input: {
  dataDir: string
  log: Log
  mayKeepElsewhere: boolean
}): Promise<EmbeddedPostgres> {
  const cluster = prepareCluster({ ...input, durable: true, mustExist: true })
  const joined = { url: urlOf(cluster), stop: () => Promise.resolve() }
  if (await isInUse(cluster)) return joined
  try {
    return await startEmbeddedPostgres(input)
  } catch (error) {
    // Senda was started simultaneously.
    if (error instanceof StartError && (await isInUse(cluster))) return joined
    throw error
  }
}

function urlOf(cluster: Cluster): string {
  return `postgresql://postgres@localhost/postgres?host=${encodeURIComponent(cluster.socketFolder)}`
}

async function startServer(cluster: Cluster): Promise<Server> {
  const giveUpAt = performance.now() + startAttemptsMs
  for (;;) {
    if (await isInUse(cluster)) {
      throw new StartError(
        `Another running Senda has the data in ${cluster.dataFolder} open. Stop it, or choose another folder with DATA_DIR.`,
      )
    }
    createFolder({ path: cluster.socketFolder, owner: cluster.owner })
    const output: string[] = []
    const server = await spawnServer({ cluster, output })
    if (server) return server
    const reason = output.slice(-10).join('\n')
    // An earlier server that is stopping still holds its files, or has just deleted the socket's folder.
    if (!/postmaster\.pid|shared memory|\.s\.PGSQL/.test(reason)) {
      throw new StartError(`PostgreSQL did not start.\n${reason}`)
    }
    if (performance.now() > giveUpAt)
      throw new StartError(`PostgreSQL did not start: an earlier process still holds the data.\n${reason}`)
    await sleep(200)
  }
}

/**
 * Tests run a statement only a few times: a plan for each set of parameters costs more than it saves. A process that reads for
 * the others costs more than reading from memory, and the kernel copies a database's files faster than PostgreSQL does.
 */
const throwAwaySettings = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'plan_cache_mode=force_generic_plan',
  'jit=off',
  'io_method=sync',
  'file_copy_method=clone',
]

/** Undefined when the server ended before it was ready; `output` receives its log lines. */
async function spawnServer({ cluster, output }: { cluster: Cluster; output: string[] }): Promise<Server | undefined> {
  const settings = [
    'listen_addresses=',
    `unix_socket_directories=${cluster.socketFolder}`,
    'unix_socket_permissions=0700',
    'max_connections=200',
    'timezone=UTC',
    'log_timezone=UTC',
    // Details and statements would carry people's data into the log.
    'log_error_verbosity=terse',
    'log_min_error_statement=panic',
    ...(cluster.durable ? [] : throwAwaySettings),
  ]
  const postgres = [
    join(cluster.binaries, 'bin/postgres'),
    '-D',
    cluster.dataFolder,
    ...settings.flatMap((setting) => ['-c', setting]),
  ]
  // Its own process group: Ctrl-C at the terminal must reach Node alone, so that requests in flight can finish.
  const child = spawn('/bin/sh', ['-c', supervisor, 'senda-postgres', cluster.socketFolder, ...postgres], {
    ...cluster.owner,
    cwd: '/',
    env: environment(),
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  child.stdin.on('error', () => undefined)
  let hasEnded = false
  const exited = new Promise<void>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', () => {
      hasEnded = true
      resolve()
    })
  })
  let pid = 0
  createInterface({ input: child.stdout }).once('line', (line) => {
    pid = Number(line)
  })
  createInterface({ input: child.stderr }).on('line', (line) => {
    output.push(line)
    if (output.length > 50) output.shift()
    const isSerious = line.includes('PANIC:')
    cluster.log[isSerious ? 'error' : 'debug']({ postgres: line }, 'PostgreSQL says')
  })

  const giveUpAt = performance.now() + startTimeoutMs
  while (performance.now() < giveUpAt) {
    await Promise.race([exited, sleep(20)])
    if (hasEnded) return undefined
    const postmaster = getPostmaster(cluster)
    if (pid !== 0 && postmaster?.pid === pid && postmaster.status === 'ready') return { process: child, pid, exited }
  }
  await stopServer({ process: child, pid, exited })
  return undefined
}

async function stopServer(server: Server): Promise<void> {
  server.process.stdin?.end()
  const overdue = setTimeout(() => {
    // SIGQUIT is PostgreSQL's immediate shutdown: safe, its log is replayed at the next start.
    if (server.pid !== 0) process.kill(server.pid, 'SIGQUIT')
  }, stopTimeoutMs)
  await server.exited
  clearTimeout(overdue)
}

/** Whether a server accepts connections twice, half a second apart: one that is shutting down after a kill -9 doesn't count. */
async function isInUse(cluster: Cluster): Promise<boolean> {
  for (const waitMs of [0, 500]) {
    await sleep(waitMs)
    const postmaster = getPostmaster(cluster)
    if (!postmaster || postmaster.status === 'stopping') return false
    if (!(await acceptsConnections(join(postmaster.socketFolder, `.s.PGSQL.${postmaster.port}`)))) return false
  }
  return true
}

function acceptsConnections(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(socketPath)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}

/** What PostgreSQL writes to postmaster.pid: pid, data folder, start, port, socket folder, addresses, shared memory, status. */
function getPostmaster(
  cluster: Cluster,
): { pid: number; port: string; socketFolder: string; status: string } | undefined {
  let lines: string[]
  try {
    lines = readFileSync(join(cluster.dataFolder, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return undefined
  }
  return { pid: Number(lines[0]), port: lines[3] ?? '', socketFolder: lines[4] ?? '', status: lines[7]?.trim() ?? '' }
}
