// Conversations over two server processes: how soon a message is seen, open streams, and long conversations.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startConversation } from '#server/features/conversations/usecases/start-conversation.ts'
import { newId } from '#server/platform/ids.ts'
import { buildCenter, buildMember, buildPatient } from '#server/testing/builders.ts'
import { signIn } from '#server/testing/signed-in.ts'
import { type Connection, openConnection } from './connection.ts'
import { benchDatabase } from './database.ts'
import { claim, median, milliseconds, quantile, report, whole } from './figures.ts'
import { benchPlatform } from './platform.ts'

const conversations = 60
const messagesEach = 5
const streamsPerMember = 10
const streamCounts = [1000, 5000] as const
const broadcasts = 20
const longMessages = 100_000

type Bench = {
  platform: ReturnType<typeof benchPlatform>
  url: string
  origins: [string, string]
  children: ChildProcess[]
}

export async function benchMessages(): Promise<void> {
  const { stop, ...database } = await benchDatabase()
  const platform = benchPlatform(database)
  const children = [0, 1].map(() =>
    fork(new URL('./messages-server.ts', import.meta.url), [database.url], { execArgv: ['--expose-gc'] }),
  )
  const [first, second] = await Promise.all(children.map(async (child) => String((await once(child, 'message'))[0])))
  const bench: Bench = { platform, url: database.url, origins: [first ?? '', second ?? ''], children }
  try {
    const floor = await benchNotify(bench)
    await benchDelivery(bench, floor)
    await benchStreams(bench)
    await benchLongConversation(bench)
  } finally {
    for (const child of children) child.disconnect()
    await platform.live.close()
    await stop()
  }
}

/** PostgreSQL's own delivery from one connection to another. @returns its p99 */
async function benchNotify({ url }: Bench): Promise<number> {
  const [sender, listener] = [new pg.Client(url), new pg.Client(url)]
  await Promise.all([sender.connect(), listener.connect()])
  await listener.query('listen bench')
  const samples: number[] = []
  for (let n = 0; n < conversations * messagesEach; n++) {
    const arrived = once(listener, 'notification').then(() => performance.now())
    await sender.query(`select pg_notify('bench', 'x')`)
    const sentAt = performance.now()
    samples.push(Math.max(0, (await arrived) - sentAt))
    await sleep(2)
  }
  await Promise.all([sender.end(), listener.end()])
  const p99 = quantile({ samples, share: 0.99 })
  report('bare LISTEN/NOTIFY', { p50: milliseconds(median(samples)), p99: milliseconds(p99) })
  return p99
}

/** The time from the sender's response to the reader's response with the message, through the other process. */
async function benchDelivery(bench: Bench, floorP99: number): Promise<void> {
  const [sending, reading] = await Promise.all(bench.origins.map((origin) => openConnection(origin)))
  if (!sending || !reading) throw new Error('no connections')
  const samples: number[] = []
  const { centerId } = await buildCenter(bench.platform)
  const reader = await bearerOf(bench, centerId)
  const stream = await openStream(bench.origins[1], reader)
  for (let n = 0; n < conversations; n++) {
    const { patientId } = await buildPatient(bench.platform, { verified: true })
    const { id } = await startConversation(bench.platform, { userId: patientId, recipientId: centerId })
    const writer = await bearerOf(bench, patientId)
    for (let message = 0; message < messagesEach; message++) {
      const seen = stream.next(`"conversationId":"${id}","lastNumber":${message + 1}`).then(async () => {
        const { status, body } = await read(reading, { id, token: reader, query: `after=${message}` })
        requireOutcome(status === 200 && body.includes('"number":'), body)
        return performance.now()
      })
      await send(sending, { id, token: writer })
      const acceptedAt = performance.now()
      samples.push(Math.max(0, (await seen) - acceptedAt))
    }
  }
  stream.close()
  sending.close()
  reading.close()
  const p99 = quantile({ samples, share: 0.99 })
  report('message accepted to seen', { p50: milliseconds(median(samples)), p99: milliseconds(p99) })
  report('  p99 above bare LISTEN/NOTIFY', { ms: (p99 - floorP99).toFixed(1), target: '20' })
}

/** One message of a patient to the streams of a centre's desk, and what an open stream costs its process. */
async function benchStreams(bench: Bench): Promise<void> {
  const { platform, origins, children } = bench
  const { centerId } = await buildCenter(platform)
  const { patientId } = await buildPatient(platform, { verified: true })
  const { id } = await startConversation(platform, { userId: patientId, recipientId: centerId })
  const sending = await openConnection(origins[1])
  const writer = await bearerOf(bench, patientId)
  const streams: Awaited<ReturnType<typeof openStream>>[] = []
  const before = await memoryOf(children[0])
  let number = 0
  for (const count of streamCounts) {
    const tokens: string[] = []
    while (streams.length + tokens.length * streamsPerMember < count) {
      tokens.push(await bearerOf(bench, (await buildMember(platform, { centerId, role: 'reception' })).userId))
    }
    // The notice of a new membership ends its member's open streams, so it must arrive before they are opened.
    await sleep(1000)
    for (const token of tokens) {
      for (let n = 0; n < streamsPerMember; n++) streams.push(await openStream(origins[0], token))
    }
    const samples: number[] = []
    for (let n = 0; n < broadcasts; n++) {
      number += 1
      const arrived = streams.map((stream) => stream.next(`"lastNumber":${number},`).then(() => performance.now()))
      await send(sending, { id, token: writer })
      const acceptedAt = performance.now()
      for (const at of await Promise.all(arrived)) samples.push(Math.max(0, at - acceptedAt))
      await sleep(600)
    }
    report(`one message to ${whole(count)} open streams`, {
      p50: milliseconds(median(samples)),
      p99: milliseconds(quantile({ samples, share: 0.99 })),
    })
  }
  const after = await memoryOf(children[0])
  const perStream = (key: 'rss' | 'used') => `${((after[key] - before[key]) / streams.length / 1024).toFixed(1)} KB`
  report('  memory of an open stream', {
    'heap and buffers': perStream('used'),
    rss: perStream('rss'),
    target: '20 KB',
  })
  for (const stream of streams) stream.close()
  sending.close()
}

/** Measures the two requests that open a conversation, for a short and a long one. */
async function benchLongConversation(bench: Bench): Promise<void> {
  const { platform, origins } = bench
  const { centerId } = await buildCenter(platform)
  const connection = await openConnection(origins[0])
  const times = new Map<number, number[]>([
    [100, []],
    [longMessages, []],
  ])
  const opened = await Promise.all(
    [...times].map(async ([count, samples]) => {
      const { patientId } = await buildPatient(platform)
      const { id } = await startConversation(platform, { userId: patientId, recipientId: centerId })
      await platform.pool.query(
        `insert into messages (id, conversation_id, number, sender_id, sender_type, content, created_at)
         select gen_random_uuid(), $1, n, $2, 'patient', 'Mensaje número ' || n, now() from generate_series(1, $3::int) n`,
        [id, patientId, count],
      )
      await platform.pool.query('update conversations set last_number = $2, patient_read_number = $2 where id = $1', [
        id,
        count,
      ])
      return { id, token: await bearerOf(bench, patientId), samples }
    }),
  )
  await platform.pool.query('analyze')
  for (let n = 0; n < 300; n++) {
    for (const { id, token, samples } of opened) {
      const startedAt = performance.now()
      const headers = { authorization: `Bearer ${token}` }
      await connection.send({ method: 'GET', path: `/api/v1/conversations/${id}`, headers })
      const { status } = await read(connection, { id, token, query: '' })
      requireOutcome(status === 200, 'the conversation opens')
      samples.push(performance.now() - startedAt)
    }
  }
  for (const [count, samples] of times) {
    report(`opening ${whole(count)} messages`, {
      p50: milliseconds(median(samples)),
      p99: milliseconds(quantile({ samples, share: 0.99 })),
    })
  }
  const [short = [], long = []] = times.values()
  report('  the longer one', { ratio: (median(long) / median(short)).toFixed(2), target: '1' })
  connection.close()
}

type Memory = { rss: number; used: number }

async function memoryOf(child: ChildProcess | undefined): Promise<Memory> {
  await sleep(1000)
  child?.send('memory')
  const [memory] = (await once(child as ChildProcess, 'message')) as [Memory]
  return memory
}

async function bearerOf({ platform }: Bench, userId: string): Promise<string> {
  return (await signIn(platform, userId)).tokens.access_token
}

async function send(connection: Connection, { id, token }: { id: string; token: string }): Promise<void> {
  const { status, body } = await connection.send({
    method: 'POST',
    path: `/api/v1/conversations/${id}/messages`,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'x-forwarded-for': anyAddress() },
    body: JSON.stringify({ id: newId(), content: 'Hola' }),
  })
  requireOutcome(status === 201, body)
}

const anyAddress = () => `10.${[1, 2, 3].map(() => Math.floor(Math.random() * 256)).join('.')}`

async function read(connection: Connection, { id, token, query }: { id: string; token: string; query: string }) {
  const headers = { authorization: `Bearer ${token}` }
  return connection.send({ method: 'GET', path: `/api/v1/conversations/${id}/messages?${query}`, headers })
}

function requireOutcome(holds: boolean, description: string): void {
  if (!holds) claim(holds, description)
}

const ended = new Error('the server ended the stream')

/** A socket with an open stream. `next` resolves once the stream has sent this text. */
async function openStream(origin: string, token: string) {
  const { hostname, port } = new URL(origin)
  const socket: Socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  let unread = ''
  let wanted: { text: string; resolve(): void; reject(error: Error): void } | undefined
  const check = () => {
    if (!wanted || !unread.includes(wanted.text)) return
    const { resolve } = wanted
    wanted = undefined
    unread = ''
    resolve()
  }
  socket.setEncoding('utf8')
  let isOpen = true
  socket.once('close', () => {
    isOpen = false
    wanted?.reject(ended)
  })
  socket.on('data', (text) => {
    unread = (unread + text).slice(-2000)
    check()
  })
  const next = (text: string) =>
    new Promise<void>((resolve, reject) => {
      if (!isOpen) return reject(ended)
      wanted = { text, resolve, reject }
      return check()
    })
  const ready = next('"about":"ready"')
  socket.write(`GET /api/v1/live HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${token}\r\n\r\n`)
  await ready
  return { next, close: () => void socket.destroy() }
}
