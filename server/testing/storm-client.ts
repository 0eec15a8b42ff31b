import { setTimeout as sleep } from 'node:timers/promises'
import type { Running } from './processes.ts'

/** How long a person presses again while the processes have too much to do. */
const patienceMs = 60_000

let requests = 0

/**
 * A signed-in person in a storm: each request goes to a random one of the processes, which the storm may kill, from an
 * address that no other request has. A process with too much to do refuses a request, and the person presses again.
 * @returns a function that sends a POST, or a GET without a body; undefined when the process died before it responded
 */
export function createStormClient({ processes, bearer }: { processes: readonly Running[]; bearer: string }) {
  return async <Body>(path: string, body?: object): Promise<{ status: number; body: Body } | undefined> => {
    requests += 1
    const headers = {
      authorization: `Bearer ${bearer}`,
      'content-type': 'application/json',
      'x-forwarded-for': `10.${(requests >> 16) & 255}.${(requests >> 8) & 255}.${requests & 255}`,
    }
    const request = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers }
    const giveUpAt = Date.now() + patienceMs
    for (;;) {
      const { url } = processes[Math.floor(processes.length * Math.random())] ?? {}
      const response = await fetch(`${url}${path}`, request).catch(() => undefined)
      const text = await response?.text().catch(() => undefined)
      if (!response || text === undefined) return undefined
      if (response.status !== 503 || Date.now() > giveUpAt) return { status: response.status, body: JSON.parse(text) }
      await sleep(500 * Math.random())
    }
  }
}
