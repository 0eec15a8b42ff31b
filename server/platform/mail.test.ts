import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterEach, expect, test } from 'vitest'
import { runJobs, type TestPlatform, testPlatform } from '#server/testing/platform.ts'
import { clearMailsJob, findMail, listMails, queueMail, sendMailJob } from './mail.ts'
import { mailLayout } from './mail-layout.ts'

const mail = {
  to: 'lucia@example.uy',
  kind: 'test.confirmed',
  ...mailLayout({
    subject: 'Tu cita está confirmada: mañana a las 9 🌿',
    title: 'Cita confirmada',
    paragraphs: ['Te esperamos en Pocitos.'],
  }),
}

const servers: SMTPServer[] = []
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => new Promise<void>((resolve) => server.close(() => resolve()))))
})

/** A real mail server on a port of its own; `refuse` answers that to the recipient, `hangUp` takes the mail and breaks off. */
async function startMailServer(
  o: { port?: number; refuse?: number; hangUp?: boolean } = {},
): Promise<{ port: number; received: Email[] }> {
  const received: Email[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo(_address, _session, callback) {
      callback(o.refuse ? Object.assign(new Error('no such person'), { responseCode: o.refuse }) : undefined)
    },
    onData(stream, _session, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        void PostalMime.parse(Buffer.concat(chunks)).then((parsed) => {
          received.push(parsed)
          if (o.hangUp) for (const { _socket: socket } of server.connections) socket.destroy()
          else callback()
        })
      })
    },
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(o.port ?? 0, '127.0.0.1', () => resolve()))
  return { port: (server.server.address() as AddressInfo).port, received }
}

const platformWithMail = (port: number): Promise<TestPlatform> =>
  testPlatform({ settings: { smtpUrl: `smtp://127.0.0.1:${port}` } })

async function onlyMail(platform: TestPlatform) {
  const [kept] = await listMails(platform.db, { limit: 10 })
  if (!kept) throw new Error('no mail was kept')
  return kept
}

test('without a mail server the mail stays readable', async () => {
  const platform = await testPlatform({ settings: { smtpUrl: undefined } })
  await queueMail(platform.db, mail)
  await runJobs(platform)
  const kept = await onlyMail(platform)
  expect(kept).toMatchObject({ ...mail, sentAt: null, attempts: 0, lastError: null })
  expect(await findMail(platform.db, kept.id)).toEqual(kept)
})

test('a mail is sent whole, and once, however often its job runs and whoever runs it', async () => {
  const server = await startMailServer()
  const platform = await platformWithMail(server.port)
  await platform.db.transaction().execute((tx) => queueMail(tx, mail))
  const { id } = await onlyMail(platform)
  const attempt = () => sendMailJob.run({ platform, payload: { id } })
  await Promise.all([attempt(), attempt(), attempt()])
  await runJobs(platform)

  expect(server.received).toHaveLength(1)
  expect(server.received[0]).toMatchObject({
    from: { address: 'no-reply@senda.uy', name: 'Senda' },
    to: [{ address: mail.to }],
    subject: mail.subject,
    messageId: `<${id}@127.0.0.1>`,
  })
  expect(server.received[0]?.html?.trim()).toBe(mail.html)
  expect(server.received[0]?.text?.trim()).toBe(mail.text.trim())
  expect(await findMail(platform.db, id)).toMatchObject({ sentAt: platform.clock.now(), attempts: 1, lastError: null })
})

test('a transaction that is undone sends nothing', async () => {
  const server = await startMailServer()
  const platform = await platformWithMail(server.port)
  const undone = platform.db.transaction().execute(async (tx) => {
    await queueMail(tx, mail)
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  await runJobs(platform)
  expect(server.received).toHaveLength(0)
})

test('when the mail server is away the attempt is on record, and a later one sends it', async () => {
  const gone = await startMailServer()
  await new Promise<void>((resolve) => servers.pop()?.close(() => resolve()))
  const platform = await platformWithMail(gone.port)
  await queueMail(platform.db, mail)
  await expect(runJobs(platform)).rejects.toThrow('ECONNREFUSED')
  expect(await onlyMail(platform)).toMatchObject({
    sentAt: null,
    attempts: 1,
    lastError: expect.stringContaining('ECONNREFUSED'),
  })

  const back = await startMailServer({ port: gone.port })
  await runJobs(platform)
  expect(back.received).toHaveLength(1)
  expect(await onlyMail(platform)).toMatchObject({ sentAt: platform.clock.now(), attempts: 2, lastError: null })
})

test.for([
  { refuse: 550, again: false },
  { refuse: 450, again: true },
])('a recipient refused with $refuse: tried again $again', async ({ refuse, again }) => {
  const platform = await platformWithMail((await startMailServer({ refuse })).port)
  await queueMail(platform.db, mail)
  const outcome = await runJobs(platform).then(
    () => 'done with',
    () => 'again',
  )
  expect(outcome).toBe(again ? 'again' : 'done with')
  expect(await onlyMail(platform)).toMatchObject({
    sentAt: null,
    attempts: 1,
    lastError: expect.stringContaining('no such person'),
  })
})

test('a mail of which nobody knows whether it was taken is not sent again', async () => {
  const server = await startMailServer({ hangUp: true })
  const platform = await platformWithMail(server.port)
  await queueMail(platform.db, mail)
  await runJobs(platform)
  const { id } = await onlyMail(platform)
  await sendMailJob.run({ platform, payload: { id } })
  expect(server.received).toHaveLength(1)
  expect(await onlyMail(platform)).toMatchObject({ sentAt: null, attempts: 1, lastError: expect.any(String) })
})

test('nor is one whose sender died in the middle', async () => {
  const server = await startMailServer()
  const platform = await platformWithMail(server.port)
  await queueMail(platform.db, mail)
  await platform.db.updateTable('outbound_mails').set({ sending_since: new Date(), attempts: 1 }).execute()
  await runJobs(platform)
  expect(server.received).toHaveLength(0)
})

test('no transaction waits for a slow mail server', async () => {
  const answer = Promise.withResolvers<void>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onMailFrom: (_address, _session, callback) => void answer.promise.then(() => callback()),
    onData: (stream, _session, callback) => stream.resume().on('end', () => callback()),
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const platform = await platformWithMail((server.server.address() as AddressInfo).port)
  await queueMail(platform.db, mail)
  const running = runJobs(platform)
  await expect.poll(() => server.connections.size).toBe(1)
  await expect.poll(async () => (await onlyMail(platform)).attempts).toBe(1)
  const { rows } = await platform.pool.query(
    `select from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
  )
  expect(rows).toHaveLength(0)
  answer.resolve()
  await running
  expect(await onlyMail(platform)).toMatchObject({ sentAt: platform.clock.now(), attempts: 1 })
})

test('the content of a mail goes a day after it was sent, the rest after 90 days, what was never sent after 30', async () => {
  const server = await startMailServer()
  const platform = await platformWithMail(server.port)
  const real = { ...platform, settings: { ...platform.settings, demo: false } }
  await queueMail(platform.db, mail)
  await runJobs(platform)
  await queueMail(platform.db, { ...mail, kind: 'test.unsent' })
  await platform.db.updateTable('outbound_mails').set({ created_at: platform.clock.now() }).execute()
  const after = async (hours: number, on = real) => {
    platform.clock.advance(hours * 3_600_000)
    await clearMailsJob.run({ platform: on, payload: {} })
    const kept = await listMails(platform.db, { limit: 10 })
    return Object.fromEntries(kept.map(({ kind, html, text }) => [kind, html + text === '' ? 'emptied' : 'whole']))
  }
  expect(await after(23)).toEqual({ 'test.confirmed': 'whole', 'test.unsent': 'whole' })
  expect(await after(2)).toEqual({ 'test.confirmed': 'emptied', 'test.unsent': 'whole' })
  expect(await after(30 * 24, platform)).toEqual({ 'test.confirmed': 'emptied', 'test.unsent': 'whole' })
  expect(await after(0)).toEqual({ 'test.confirmed': 'emptied' })
  expect(await after(60 * 24)).toEqual({})
})
