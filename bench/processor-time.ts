import { readdirSync, readFileSync } from 'node:fs'

/** Milliseconds of processor time since the start: of this process, and of PostgreSQL with its connections. */
export type ProcessorTime = { node: number; postgres: number }

/** `backend`: the process of a connection to the server. */
export function processorTimeOf(backend: number): () => ProcessorTime {
  const postmaster = readStat(backend)?.parent ?? 0
  return () => {
    const { user, system } = process.cpuUsage()
    return { node: (user + system) / 1000, postgres: postgresTime(postmaster) }
  }
}

/** Linux counts processor time in hundredths of a second. */
function postgresTime(postmaster: number): number {
  const running = readdirSync('/proc').flatMap((name) => {
    const stat = /^\d+$/.test(name) ? readStat(Number(name)) : undefined
    return stat && (stat.pid === postmaster || stat.parent === postmaster) ? [stat] : []
  })
  const ended = running.find(({ pid }) => pid === postmaster)?.ofChildren ?? 0
  return (running.reduce((sum, { own }) => sum + own, 0) + ended) * 10
}

function readStat(pid: number) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name of the process, in parentheses, may contain spaces.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [parent = 0, user = 0, system = 0, childUser = 0, childSystem = 0] = [1, 11, 12, 13, 14].map(
      (at) => fields[at],
    )
    return { pid, parent, own: user + system, ofChildren: childUser + childSystem }
  } catch {
    return undefined
  }
}
