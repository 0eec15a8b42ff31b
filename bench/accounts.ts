// Signing in and being signed in: over HTTP, each figure beside bare argon2 or the same route without its check.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request as httpRequest } from 'node:http'
import type { BenchPlaces } from './accounts-server.ts'
import { claim, median, milliseconds, quantile, report, whole } from './figures.ts'

const connections = 16

export async function benchAccounts(): Promise<void> {
  const server = fork(new URL('./accounts-server.ts', import.meta.url), [])
  try {
    const [places] = (await once(server, 'message')) as [BenchPlaces]
    const agent = new Agent({ keepAlive: true, maxSockets: 200 })
    await benchTiming({ places, agent })
    await benchHealth({ places, agent })
    await benchSignIns({ places, agent, bareRate: () => askForBareRate(server) })
    await benchTokenChecks({ places, agent })
    agent.destroy()
  } finally {
    server.disconnect()
    await once(server, 'exit')
  }
}

type Where = { places: BenchPlaces; agent: Agent }

/** Wrong passwords for addresses with and without an account, in turn. */
async function benchTiming({ places, agent }: Where): Promise<void> {
  const known: number[] = []
  const unknown: number[] = []
  for (let index = 0; index < 220; index += 1) {
    const took = async (email: string) => {
      const sent = performance.now()
      const status = await signIn({ places, agent, email, password: 'not-the-password', visitor: index })
      if (status !== 400) throw new Error(`a wrong password answered ${status}`)
      return performance.now() - sent
    }
    const pair = [() => took(places.emails[index] ?? ''), () => took(`nobody-${index}@example.uy`)] as const
    // Whichever comes first may find the processor warmer.
    const isKnownFirst = index % 2 === 0
    const first = await pair[isKnownFirst ? 0 : 1]()
    const second = await pair[isKnownFirst ? 1 : 0]()
    // The first ones warm up.
    if (index < 20) continue
    known.push(isKnownFirst ? first : second)
    unknown.push(isKnownFirst ? second : first)
  }
  const share = Math.abs(median(known) - median(unknown)) / median(known)
  report('wrong password, 200 tries each', {
    'known p50': milliseconds(median(known)),
    'unknown p50': milliseconds(median(unknown)),
    'difference of the median': `${(share * 100).toFixed(2)} %`,
  })
}

/** How long the process takes to say that it lives, alone and while 50 people sign in. */
async function benchHealth({ places, agent }: Where): Promise<void> {
  const url = `${places.origin}/healthz`
  const idle = await sampleHealth({ url, until: () => false, count: 300 })
  let over = false
  const signingIn = Promise.all(
    Array.from({ length: 50 }, async (_, person) => {
      for (let round = 0; round < 6; round += 1) {
        await signInRightly({ places, agent, index: person + round * 50 })
      }
    }),
  ).then(() => {
    over = true
  })
  const busy = await sampleHealth({ url, until: () => over, count: Number.POSITIVE_INFINITY })
  await signingIn
  report('/healthz, nobody signing in', figuresOf(idle))
  report('/healthz during 50 sign-ins', { ...figuresOf(busy), samples: whole(busy.length) })
}

/** On a connection of its own, so that it waits for nobody else's answer. */
async function sampleHealth(o: { url: string; until: () => boolean; count: number }): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const samples: number[] = []
  while (!o.until() && samples.length < o.count) {
    const sent = performance.now()
    await send({ agent, url: o.url })
    samples.push(performance.now() - sent)
  }
  agent.destroy()
  return samples
}

async function benchSignIns({ places, agent, bareRate }: Where & { bareRate: () => Promise<number> }): Promise<void> {
  const before = await bareRate()
  const count = 240
  const started = performance.now()
  await inParallel(count, (index) => signInRightly({ places, agent, index }))
  const rate = count / ((performance.now() - started) / 1000)
  // Before and after, as the machine's other work comes and goes.
  const bare = (before + (await bareRate())) / 2
  report('bare argon2 on all cores', { 'per second': whole(bare) })
  report('sign-ins', { 'per second': whole(rate), 'of bare argon2': (rate / bare).toFixed(2) })
}

async function benchTokenChecks({ places, agent }: Where): Promise<void> {
  const rateOf = async (origin: string, count: number): Promise<number> => {
    const started = performance.now()
    await inParallel(count, async (index) => {
      const token = places.tokens[index % places.tokens.length] ?? ''
      const { status } = await send({
        agent,
        url: `${origin}/api/v1/me`,
        headers: { authorization: `Bearer ${token}` },
      })
      if (status !== 200) throw new Error(`/me answered ${status}`)
    })
    return count / ((performance.now() - started) / 1000)
  }
  await rateOf(places.origin, 1000)
  await rateOf(places.uncheckedOrigin, 1000)
  const checked: number[] = []
  const unchecked: number[] = []
  for (let round = 0; round < 4; round += 1) {
    unchecked.push(await rateOf(places.uncheckedOrigin, 2000))
    checked.push(await rateOf(places.origin, 2000))
  }
  report('/me without the check', { 'per second': whole(median(unchecked)) })
  report('/me with the check', {
    'per second': whole(median(checked)),
    'of the unchecked': (median(checked) / median(unchecked)).toFixed(2),
  })
  claim(places.tokens.length === 50, 'the tokens are of 50 different sessions')
}

async function signInRightly(o: Where & { index: number }): Promise<void> {
  const email = o.places.emails[o.index % o.places.emails.length] ?? ''
  const status = await signIn({ ...o, email, password: o.places.password, visitor: o.index })
  if (status !== 200) throw new Error(`a sign-in answered ${status}`)
}

async function signIn(o: Where & { email: string; password: string; visitor: number }): Promise<number> {
  const { status } = await send({
    agent: o.agent,
    url: `${o.places.origin}/auth/v1/token?grant_type=password`,
    // Each from an address of its own, as the limits count by address, too.
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': `198.51.${Math.floor(o.visitor / 250)}.${o.visitor % 250}`,
    },
    body: JSON.stringify({ email: o.email, password: o.password }),
  })
  return status
}

async function inParallel(count: number, work: (index: number) => Promise<void>): Promise<void> {
  const indexes = Array.from({ length: count }, (_, index) => index).values()
  await Promise.all(
    Array.from({ length: connections }, async () => {
      for (const index of indexes) await work(index)
    }),
  )
}

function send(o: {
  agent: Agent
  url: string
  headers?: Record<string, string>
  body?: string
}): Promise<{ status: number }> {
  return new Promise((resolve, reject) => {
    const { agent, headers, body } = o
    const sending = httpRequest(o.url, { agent, method: body === undefined ? 'GET' : 'POST', headers }, (response) => {
      response.resume()
      response.on('end', () => resolve({ status: response.statusCode ?? 0 }))
    })
    sending.on('error', reject)
    sending.end(body)
  })
}

function figuresOf(samples: readonly number[]): Record<string, string> {
  const p = (share: number) => milliseconds(quantile({ samples, share }))
  return { p50: p(0.5), p99: p(0.99) }
}

async function askForBareRate(server: ReturnType<typeof fork>): Promise<number> {
  server.send('bare argon2')
  const [rate] = (await once(server, 'message')) as [number]
  return rate
}
