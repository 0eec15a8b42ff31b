// Searches that arrive at a fixed pace, whether or not earlier ones were answered: at nine tenths, twice and five times of what
// the process serves, and after each overload at nine tenths again, from five seconds later on. The load comes from the same
// machine, so it takes processor time from the server as well.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { claim, quantilesOf, report, whole } from './figures.ts'
import { openMarketplaces } from './marketplace.ts'
import { residentMegabytes } from './pair.ts'

const centers = 10_000
const clients = 16
/** A proxy keeps its connections open. New ones would be accepted only one by one between other work. */
const connections = 512
const warmUp = 1500
const closedLoopCount = 1500
const openLoopSeconds = 10
const normalPace = 0.9
const overloads = [2, 5]
const recoveryMs = 5000
const words = ['araranal', 'ibitisol', 'ceibumar', 'urundalen', 'tabacuedor', 'molimbigay', 'carurozu', 'guasausol']

type Answer = { status: number; retryAfter: string | undefined; ms: number }

export async function benchOverload(): Promise<void> {
  const marketplaces = await openMarketplaces()
  try {
    const { url } = await marketplaces.urlOf(centers)
    const server = fork(new URL('./search-server.ts', import.meta.url), [url])
    let hasEnded = false
    server.once('exit', () => {
      hasEnded = true
    })
    try {
      const [origin] = (await once(server, 'message')) as [string]
      await sendInTurn({ origin, count: warmUp })
      const capacity = await sendInTurn({ origin, count: closedLoopCount })
      report('capacity', { 'per second': whole(capacity) })
      const memory = () => report('memory', { MB: whole(residentMegabytes(server.pid)) })
      const measure = async (pace: number) => {
        reportPace({ pace, answers: await sendAtPace({ origin, perSecond: pace * capacity }) })
        memory()
      }
      await measure(normalPace)
      for (const pace of overloads) {
        await measure(pace)
        await sleep(recoveryMs)
        await measure(normalPace)
      }
      claim(!hasEnded, 'the process did not end')
      report('capacity afterwards', { 'per second': whole(await sendInTurn({ origin, count: closedLoopCount })) })
    } finally {
      if (!hasEnded) {
        server.disconnect()
        await once(server, 'exit')
      }
    }
  } finally {
    await marketplaces.stop()
  }
}

function reportPace({ pace, answers }: { pace: number; answers: readonly Answer[] }): void {
  const served = answers.filter(({ status }) => status === 200)
  const refused = answers.filter(({ status }) => status === 503)
  const times = (some: readonly Answer[]) => quantilesOf(some.map(({ ms }) => ms))
  report(`${pace} × the capacity, served`, {
    'per second': whole(served.length / openLoopSeconds),
    share: (served.length / answers.length).toFixed(2),
    ...times(served),
  })
  if (refused.length > 0) report(`${pace} × the capacity, refused`, times(refused))
  claim(served.length + refused.length === answers.length, 'each search got its results, or 503')
  claim(
    refused.every(({ retryAfter }) => retryAfter !== undefined),
    'each refusal says when to try again',
  )
}

/** Each client sends its next search once the last one was answered. @returns searches per second */
async function sendInTurn({ origin, count }: { origin: string; count: number }): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  const indexes = Array.from({ length: count }, (_, index) => index).values()
  const startedAt = performance.now()
  await Promise.all(
    Array.from({ length: clients }, async () => {
      for (const index of indexes) await search({ origin, agent, index })
    }),
  )
  agent.destroy()
  return count / ((performance.now() - startedAt) / 1000)
}

async function sendAtPace({ origin, perSecond }: { origin: string; perSecond: number }): Promise<Answer[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections, maxFreeSockets: connections })
  await Promise.all(Array.from({ length: connections }, () => receive({ url: `${origin}/healthz`, agent })))
  const count = Math.round(perSecond * openLoopSeconds)
  const answers: Promise<Answer>[] = []
  const startedAt = performance.now()
  while (answers.length < count) {
    const due = Math.min(count, Math.floor(((performance.now() - startedAt) / 1000) * perSecond))
    while (answers.length < due) answers.push(search({ origin, agent, index: answers.length }))
    await sleep(2)
  }
  const all = await Promise.all(answers)
  agent.destroy()
  return all
}

function search({ origin, agent, index }: { origin: string; agent: Agent; index: number }): Promise<Answer> {
  const url = `${origin}/api/v1/centers?${new URLSearchParams({ q: words[index % words.length] ?? '', near: 'pocitos', radiusKm: '25' })}`
  // The limits count by address.
  const headers = { 'x-forwarded-for': `198.51.${100 + (Math.floor(index / 250) % 100)}.${index % 250}` }
  return receive({ url, agent, headers })
}

function receive({
  url,
  ...options
}: {
  url: string
  agent: Agent
  headers?: Record<string, string>
}): Promise<Answer> {
  const sentAt = performance.now()
  return new Promise((resolve, reject) => {
    get(url, options, (response) => {
      response.resume()
      response.on('end', () => {
        const { statusCode = 0, headers: received } = response
        resolve({ status: statusCode, retryAfter: received['retry-after'], ms: performance.now() - sentAt })
      })
    }).on('error', reject)
  })
}
