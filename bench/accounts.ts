// Sign-ins and authenticated requests over HTTP, each figure beside bare argon2 or the same route without its check.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { AccountsSetup } from './accounts-server.ts'
import { type Connection, openConnection } from './connection.ts'
import { claim, median, milliseconds, quantilesOf, report, whole } from './figures.ts'

const connections = 16

export async function benchAccounts(): Promise<void> {
  const server = fork(new URL('./accounts-server.ts', import.meta.url), [])
  try {
    const [setup] = (await once(server, 'message')) as [AccountsSetup]
    await benchTiming(setup)
    await benchHealth(setup)
    await benchSignIns({ setup, bareRate: () => requestBareRate(server) })
    await benchTokenChecks(setup)
  } finally {
    server.disconnect()
    await once(server, 'exit')
  }
}

/** Wrong passwords, alternately for addresses with and without an account. */
async function benchTiming(setup: AccountsSetup): Promise<void> {
  const connection = await openConnection(setup.origin)
  const known: number[] = []
  const unknown: number[] = []
  for (let index = 0; index < 220; index += 1) {
    const timeSignIn = async (email: string) => {
      const sentAt = performance.now()
      const status = await signIn({ connection, email, password: 'not-the-password', visitor: index })
      if (status !== 400) throw new Error(`a wrong password got ${status}`)
      return performance.now() - sentAt
    }
    const pair = [() => timeSignIn(setup.emails[index] ?? ''), () => timeSignIn(`unknown-${index}@example.uy`)] as const
    // The order alternates, because the second measurement may find a warmer processor.
    const isKnownFirst = index % 2 === 0
    const first = await pair[isKnownFirst ? 0 : 1]()
    const second = await pair[isKnownFirst ? 1 : 0]()
    // The first rounds are a warm-up.
    if (index < 20) continue
    known.push(isKnownFirst ? first : second)
    unknown.push(isKnownFirst ? second : first)
  }
  connection.close()
  const share = Math.abs(median(known) - median(unknown)) / median(known)
  report('wrong password, 200 tries each', {
    'known p50': milliseconds(median(known)),
    'unknown p50': milliseconds(median(unknown)),
    'difference of the median': `${(share * 100).toFixed(2)} %`,
  })
}

/** Latency of /healthz, when idle and while 50 users sign in. */
async function benchHealth(setup: AccountsSetup): Promise<void> {
  const { origin } = setup
  const idle = await sampleHealth({ origin, until: () => false, count: 300 })
  let isOver = false
  const signingIn = inParallel({
    origin,
    connections: 50,
    count: 300,
    work: (connection, index) => signInSuccessfully({ connection, setup, index }),
  }).then(() => {
    isOver = true
  })
  const busy = await sampleHealth({ origin, until: () => isOver, count: Number.POSITIVE_INFINITY })
  await signingIn
  report('/healthz, while no user signs in', quantilesOf(idle))
  report('/healthz during 50 sign-ins', { ...quantilesOf(busy), samples: whole(busy.length) })
}

/** On its own connection, so that it does not wait for another response. */
async function sampleHealth({
  origin,
  until,
  count,
}: {
  origin: string
  until: () => boolean
  count: number
}): Promise<number[]> {
  const connection = await openConnection(origin)
  const samples: number[] = []
  while (!until() && samples.length < count) {
    const sentAt = performance.now()
    await connection.send({ method: 'GET', path: '/healthz' })
    samples.push(performance.now() - sentAt)
  }
  connection.close()
  return samples
}

async function benchSignIns({
  setup,
  bareRate,
}: {
  setup: AccountsSetup
  bareRate: () => Promise<number>
}): Promise<void> {
  const count = 400
  const signInAll = (firstVisitor: number) =>
    inParallel({
      origin: setup.origin,
      connections,
      count,
      // Each from a new address, as most visitors sign in: a second attempt from an address costs one statement more.
      work: (connection, index) => signInSuccessfully({ connection, setup, index, visitor: firstVisitor + index }),
    })
  // V8 compiles the code of a sign-in during its first few hundred; a server runs for days.
  await signInAll(500)
  const before = await bareRate()
  const startedAt = performance.now()
  await signInAll(500 + count)
  const rate = count / ((performance.now() - startedAt) / 1000)
  // Measured before and after, because the machine's other load changes.
  const bare = (before + (await bareRate())) / 2
  report('bare argon2 on all cores', { 'per second': whole(bare) })
  report('sign-ins', { 'per second': whole(rate), 'of bare argon2': (rate / bare).toFixed(2) })
}

async function benchTokenChecks(setup: AccountsSetup): Promise<void> {
  const rateOf = async (origin: string, count: number): Promise<number> => {
    const startedAt = performance.now()
    await inParallel({
      origin,
      connections,
      count,
      async work(connection, index) {
        const authorization = `Bearer ${setup.tokens[index % setup.tokens.length] ?? ''}`
        const { status } = await connection.send({ method: 'GET', path: '/api/v1/me', headers: { authorization } })
        if (status !== 200) throw new Error(`/me got ${status}`)
      },
    })
    return count / ((performance.now() - startedAt) / 1000)
  }
  await rateOf(setup.origin, 1000)
  await rateOf(setup.uncheckedOrigin, 1000)
  const checked: number[] = []
  const unchecked: number[] = []
  for (let round = 0; round < 4; round += 1) {
    unchecked.push(await rateOf(setup.uncheckedOrigin, 2000))
    checked.push(await rateOf(setup.origin, 2000))
  }
  report('/me without the check', { 'per second': whole(median(unchecked)) })
  report('/me with the check', {
    'per second': whole(median(checked)),
    'of the unchecked': (median(checked) / median(unchecked)).toFixed(2),
  })
  claim(setup.tokens.length === 50, 'the tokens are of 50 different sessions')
}

async function signInSuccessfully({
  setup,
  index,
  connection,
  visitor = index,
}: {
  connection: Connection
  setup: AccountsSetup
  index: number
  visitor?: number
}): Promise<void> {
  const { emails, password } = setup
  const email = emails[index % emails.length] ?? ''
  const status = await signIn({ connection, email, password, visitor })
  if (status !== 200) throw new Error(`a sign-in got ${status}`)
}

type SignIn = { connection: Connection; email: string; password: string; visitor: number }

async function signIn({ connection, email, password, visitor }: SignIn): Promise<number> {
  const { status } = await connection.send({
    method: 'POST',
    path: '/auth/v1/token?grant_type=password',
    // Each from a different address, because the limits also count by address.
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': `198.51.${Math.floor(visitor / 250)}.${visitor % 250}`,
    },
    body: JSON.stringify({ email, password }),
  })
  return status
}

/** Runs `count` tasks over this many connections in parallel. */
async function inParallel({
  count,
  connections,
  origin,
  work,
}: {
  origin: string
  connections: number
  count: number
  work: (connection: Connection, index: number) => Promise<void>
}): Promise<void> {
  const indexes = Array.from({ length: count }, (_, index) => index).values()
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const connection = await openConnection(origin)
      for (const index of indexes) await work(connection, index)
      connection.close()
    }),
  )
}

async function requestBareRate(server: ReturnType<typeof fork>): Promise<number> {
  server.send('bare argon2')
  const [rate] = (await once(server, 'message')) as [number]
  return rate
}
