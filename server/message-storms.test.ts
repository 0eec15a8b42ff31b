import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { connectDatabase } from '#server/platform/postgres/database.ts'
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded.ts'
import { migrate } from '#server/platform/postgres/migrate.ts'
import { createChatClient } from '#server/testing/chat-client.ts'
import { buildConversation } from '#server/testing/conversations.ts'
import { type TestPlatform, testPlatform } from '#server/testing/platform.ts'
import { type Running, startSenda } from '#server/testing/processes.ts'
import { signIn } from '#server/testing/signed-in.ts'
import { stormSize } from '#server/testing/storm.ts'

const conversations = stormSize({ short: 3, long: 200 })
const messagesPerClient = stormSize({ short: 10, long: 50 })
/** PostgreSQL is restarted after half of them, in the short form after the only one. */
const kills = stormSize({ short: 1, long: 8 })
const msBetweenFaults = stormSize({ short: 1500, long: 10_000 })

type Client = ReturnType<typeof createChatClient>
type Pair = { conversationId: string; clients: Client[] }

test('no acknowledged message is lost, duplicated or out of order at any client while processes are killed', {
  timeout: 120_000 + stormSize({ short: 0, long: 900_000 }),
}, async () => {
  const base = await testPlatform({ start: new Date() })
  const dataDir = await mkdtemp(join(tmpdir(), 'senda-storm-'))
  let postgres = await startEmbeddedPostgres({ dataDir, log: base.log })
  const { db, pool, close } = await connectDatabase({ url: postgres.url, log: base.log })
  await migrate({ pool, log: base.log })
  const platform: TestPlatform = { ...base, db, pool, databaseUrl: postgres.url }
  const env = {
    DATABASE_URL: postgres.url,
    SECRET_KEY: Buffer.from(platform.secret).toString(),
    PUBLIC_URL: platform.settings.publicUrl,
    TRUSTED_PROXIES: '1',
  }
  const processes: Running[] = [await startSenda({ env }), await startSenda({ env })]
  const pairs = await connect(platform, { processes })

  const progress = { isOver: false }
  const sending = Promise.all(pairs.flatMap(({ clients }) => clients.map(sendAll)))
  void dropStreams(pairs, progress)
  for (let fault = 0; fault < kills; fault += 1) {
    await sleep(msBetweenFaults)
    const index = fault % 2
    await processes[index]?.kill()
    if (fault === Math.floor(kills / 2)) {
      await postgres.stop()
      postgres = await startEmbeddedPostgres({ dataDir, log: base.log })
    }
    processes[index] = await startSenda({ env })
  }
  await sending
  progress.isOver = true
  const sent = 2 * conversations * messagesPerClient
  await expect
    .poll(() => sum(pairs, ({ received }) => received.length), { timeout: 60_000, interval: 200 })
    .toBe(2 * sent + 2 * conversations)

  for (const { conversationId, clients } of pairs) {
    const stored = await db
      .selectFrom('messages')
      .where('conversation_id', '=', conversationId)
      .orderBy('number')
      .select(['id', 'number'])
      .execute()
    expect(stored.map(({ number }) => number)).toEqual(Array.from({ length: stored.length }, (_, n) => n + 1))
    const numbers = new Map(stored.map(({ id, number }) => [id, number]))
    for (const { acknowledged, received } of clients) {
      expect(acknowledged.size).toBe(messagesPerClient)
      for (const [id, number] of acknowledged) expect(numbers.get(id)).toBe(number)
      expect(received.map(({ id }) => id)).toEqual(stored.map(({ id }) => id))
    }
  }
  process.stdout.write(
    `${conversations} conversations, ${sent} messages, ${kills} processes killed, PostgreSQL restarted: each arrived once, in order\n`,
  )
  for (const { clients } of pairs) for (const client of clients) client.end()
  await Promise.all(processes.map((each) => each.stop()))
  await close()
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
})

/** A patient and a receptionist for each conversation, each at one of the two processes, which changes with every request. */
async function connect(platform: TestPlatform, { processes }: { processes: readonly Running[] }): Promise<Pair[]> {
  const pairs: Pair[] = []
  for (let n = 0; n < conversations; n += 1) {
    const { conversationId, patientId, reception } = await buildConversation(platform)
    const clients: Client[] = []
    for (const [side, userId] of [patientId, reception].entries()) {
      const { tokens } = await signIn(platform, userId)
      let requests = n + side
      clients.push(
        createChatClient({
          conversationId,
          bearer: tokens.access_token,
          address: `10.${side}.${n >> 8}.${n & 255}`,
          serverUrl() {
            requests += 1
            return processes[requests % 2]?.url ?? ''
          },
        }),
      )
    }
    pairs.push({ conversationId, clients })
  }
  return pairs
}

async function sendAll(client: Client): Promise<void> {
  for (let n = 1; n <= messagesPerClient; n += 1) {
    await client.send(`Mensaje ${n}`)
    await sleep(Math.random() * 50)
  }
}

/** Keeps breaking the connection of a random client. */
async function dropStreams(pairs: readonly Pair[], progress: { isOver: boolean }): Promise<void> {
  const clients = pairs.flatMap((pair) => pair.clients)
  while (!progress.isOver) {
    clients[Math.floor(Math.random() * clients.length)]?.drop()
    await sleep(100)
  }
}

const sum = (pairs: readonly Pair[], count: (client: Client) => number): number =>
  pairs.flatMap(({ clients }) => clients).reduce((total, client) => total + count(client), 0)
