import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, test, vi } from 'vitest'
import { startMailServer } from '#server/testing/mail-server.ts'
import { runJobs, type TestPlatform, testPlatform } from '#server/testing/platform.ts'
import { dayMs, hourMs } from './local-time.ts'
import { queueMail } from './mail.ts'
import { sendMailJob } from './mail-delivery.ts'
import { mailLayout } from './mail-layout.ts'
import { findMail, listMails, purgeMailsJob } from './stored-mails.ts'

const mail = {
  to: 'lucia@example.uy',
  kind: 'accounts.password_changed',
  ...mailLayout({
    subject: 'Tu cita está confirmada: mañana a las 9 🌿',
    title: 'Cita confirmada',
    paragraphs: ['Te esperamos en Pocitos.'],
  }),
} as const

const platformWithMail = (port: number): Promise<TestPlatform> =>
  testPlatform({ settings: { smtpUrl: `smtp://127.0.0.1:${port}` } })

async function requireMail(platform: TestPlatform) {
  const [stored] = await listMails(platform, { limit: 10 })
  if (!stored) throw new Error('no mail was stored')
  return stored
}

/** Whether the body of each stored mail is still there, by the mail's kind. */
async function readBodies(platform: TestPlatform) {
  const stored = await listMails(platform, { limit: 10 })
  return Object.fromEntries(stored.map(({ kind, html, text }) => [kind, html + text === '' ? 'purged' : 'complete']))
}

test('without a mail server the mail stays readable', async () => {
  const platform = await testPlatform({ settings: { smtpUrl: undefined } })
  await queueMail(platform.db, { platform, ...mail })
  await runJobs(platform)
  const stored = await requireMail(platform)
  expect(stored).toMatchObject({ ...mail, sentAt: null, attempts: 0, lastError: null })
  expect(await findMail(platform, stored.id)).toEqual(stored)
})

test('a reply to a mail goes to the address that the mail names for it', async () => {
  const { port, received } = await startMailServer()
  const platform = await platformWithMail(port)
  await queueMail(platform.db, { platform, ...mail, replyTo: 'ana@ejemplo.uy' })
  await runJobs(platform)
  expect(received[0]?.replyTo).toEqual([{ name: '', address: 'ana@ejemplo.uy' }])
})

test('a mail is sent once, however often and in whichever process its job runs', async () => {
  const server = await startMailServer()
  const platform = await platformWithMail(server.port)
  await platform.db.transaction().execute((tx) => queueMail(tx, { platform, ...mail }))
  const { id } = await requireMail(platform)
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
  expect(await findMail(platform, id)).toMatchObject({ sentAt: platform.clock.now(), attempts: 1, lastError: null })
})

test('a rolled-back transaction sends no mail', async () => {
  const server = await startMailServer()
  const platform = await platformWithMail(server.port)
  const undone = platform.db.transaction().execute(async (tx) => {
    await queueMail(tx, { platform, ...mail })
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  await runJobs(platform)
  expect(server.received).toHaveLength(0)
})

test('an attempt without a mail server is recorded, and a later attempt sends the mail', async () => {
  const gone = await startMailServer()
  await gone.close()
  const platform = await platformWithMail(gone.port)
  await queueMail(platform.db, { platform, ...mail })
  await expect(runJobs(platform)).rejects.toThrow('ECONNREFUSED')
  expect(await requireMail(platform)).toMatchObject({
    sentAt: null,
    attempts: 1,
    lastError: expect.stringContaining('ECONNREFUSED'),
  })

  const back = await startMailServer({ port: gone.port })
  await runJobs(platform)
  expect(back.received).toHaveLength(1)
  expect(await requireMail(platform)).toMatchObject({ sentAt: platform.clock.now(), attempts: 2, lastError: null })
})

test.for([
  { refuse: 550, outcome: 'given up' },
  { refuse: 450, outcome: 'retried' },
])('a mail whose recipient the mail server refuses with $refuse is $outcome', async ({ refuse, outcome }) => {
  const platform = await platformWithMail((await startMailServer({ refuse })).port)
  await queueMail(platform.db, { platform, ...mail })
  const jobOutcome = await runJobs(platform).then(
    () => 'given up',
    () => 'retried',
  )
  expect(jobOutcome).toBe(outcome)
  expect(await requireMail(platform)).toMatchObject({
    sentAt: null,
    attempts: 1,
    lastError: expect.stringContaining('no such person'),
  })
})

test.for([
  ['AUTH', '535 5.7.8 Username and Password not accepted'],
  ['MAIL FROM', '550 5.4.5 Daily user sending limit exceeded'],
  ['RCPT TO', '554 5.7.1 Relay access denied'],
  ['DATA', '554 5.1.8 Sender address rejected'],
] as const)(
  'a mail that the mail server refuses because of our account waits, the operator is warned, and it is sent later: %s %s',
  async ([command, reply]) => {
    const refusing = await startMailServer({ refusals: { [command]: reply } })
    const platform = await testPlatform({ settings: { smtpUrl: `smtp://senda:clave@127.0.0.1:${refusing.port}` } })
    const warn = vi.spyOn(platform.log, 'error')
    await queueMail(platform.db, { platform, ...mail })
    await expect(runJobs({ ...platform, settings: { ...platform.settings, demo: false } })).rejects.toThrow(reply)
    expect(await requireMail(platform)).toMatchObject({ sentAt: null, lastError: expect.stringContaining(reply) })
    expect(warn).toHaveBeenCalledWith(
      expect.objectContaining({ kind: mail.kind, code: Number(reply.slice(0, 3)) }),
      expect.stringContaining('refuses mails of this account'),
    )
    await refusing.close()
    const repaired = await startMailServer({ port: refusing.port })
    await runJobs(platform)
    expect(repaired.received[0]?.text?.trim()).toBe(mail.text.trim())
  },
)

test('a mail that is refused for an uncertain reason is repeated for a day, and the operator is told after an hour', async () => {
  const reply = '550 User has exceeded outgoing email quota'
  const { port } = await startMailServer({ refusals: { 'RCPT TO': reply } })
  const platform = await platformWithMail(port)
  const real = { ...platform, settings: { ...platform.settings, demo: false } }
  const logged = vi.spyOn(platform.log, 'error')
  const warnings = () => logged.mock.calls.filter(([, message]) => message?.includes('without saying why'))
  await queueMail(platform.db, { platform, ...mail })
  // What passes before the first refusal does not count: the mail server may have been away.
  platform.clock.advance(2 * dayMs)
  const attemptAfter = async (ms: number) => {
    platform.clock.advance(ms)
    return runJobs(real).then(
      () => 'over',
      (error: Error) => error.message,
    )
  }
  expect(await attemptAfter(0)).toContain(reply)
  expect(await attemptAfter(hourMs - 1)).toContain(reply)
  expect(warnings()).toEqual([])
  expect(await attemptAfter(1)).toContain(reply)
  expect(warnings()).toMatchObject([[{ kind: mail.kind, command: 'RCPT TO', code: 550 }, expect.any(String)]])
  expect(await attemptAfter(23 * hourMs - 1)).toContain(reply)
  expect(await readBodies(platform)).toEqual({ [mail.kind]: 'complete' })
  expect(await attemptAfter(1)).toBe('over')
  expect(await readBodies(platform)).toEqual({ [mail.kind]: 'purged' })
  expect(await requireMail(platform)).toMatchObject({ sentAt: null, lastError: expect.stringContaining(reply) })
})

test('a mail that is refused each time is tried until it is no longer valid', async () => {
  const { port } = await startMailServer({ refusals: { 'MAIL FROM': '550 5.4.5 Daily user sending limit exceeded' } })
  const platform = await platformWithMail(port)
  await queueMail(platform.db, { platform, ...mail })
  const { rows } = await platform.pool.query<{ max_attempts: number }>('select max_attempts from graphile_worker.jobs')
  // graphile-worker waits e^n seconds after the nth attempt, and no longer than after the tenth.
  const waits = Array.from({ length: rows[0]?.max_attempts ?? 0 }, (_, n) => Math.exp(Math.min(10, n + 1)) * 1000)
  expect(waits.reduce((sum, wait) => sum + wait, 0)).toBeGreaterThan(30 * dayMs)
  await expect(runJobs(platform)).rejects.toThrow('5.4.5')
  platform.clock.advance(15 * dayMs)
  await runJobs(platform)
  const { rows: kept } = await platform.pool.query('select attempts, drop_reason from outbound_mails')
  expect(kept).toEqual([{ attempts: 1, drop_reason: 'too late' }])
})

test('mails with one subject have different references, so that no mail program shows them as one conversation', async () => {
  const server = await startMailServer()
  const platform = await platformWithMail(server.port)
  await queueMail(platform.db, { platform, ...mail, isCounted: true })
  await queueMail(platform.db, { platform, ...mail, isCounted: true })
  await runJobs(platform)
  const references = server.received.map(
    ({ headers }) => headers.find(({ key }) => key === 'x-entity-ref-id')?.value ?? 'none',
  )
  const ids = (await listMails(platform, { limit: 10 })).map(({ id }) => id)
  expect(references.toSorted()).toEqual(ids.toSorted())
})

test('a mail whose delivery is unknown is not sent again', async () => {
  const server = await startMailServer({ hangUp: true })
  const platform = await platformWithMail(server.port)
  await queueMail(platform.db, { platform, ...mail })
  await runJobs(platform)
  const { id } = await requireMail(platform)
  await sendMailJob.run({ platform, payload: { id } })
  expect(server.received).toHaveLength(1)
  expect(await requireMail(platform)).toMatchObject({ sentAt: null, attempts: 1, lastError: expect.any(String) })
})

test('a mail whose process died while sending is not sent again', async () => {
  const server = await startMailServer()
  const platform = await platformWithMail(server.port)
  await queueMail(platform.db, { platform, ...mail })
  await platform.db.updateTable('outbound_mails').set({ sending_since: new Date(), attempts: 1 }).execute()
  await runJobs(platform)
  expect(server.received).toHaveLength(0)
})

test('mails in a row share one connection, which the process closes afterwards', async () => {
  let connections = 0
  const server = await startMailServer({ onConnect: () => (connections += 1) })
  const platform = await platformWithMail(server.port)
  for (let n = 0; n < 10; n += 1) await queueMail(platform.db, { platform, ...mail, isCounted: true })
  await runJobs(platform)
  expect(server.received).toHaveLength(10)
  // One more checks the server and the password.
  expect(connections).toBe(2)
  await expect.poll(() => server.connections()).toBe(0)
})

test('a mail server that accepts connections and never responds leaves the mail for later, without waiting for long', async () => {
  const silent = createServer().listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const platform = await platformWithMail((silent.address() as AddressInfo).port)
  await queueMail(platform.db, { platform, ...mail })
  const startedAt = performance.now()
  await expect(runJobs(platform)).rejects.toThrow()
  expect(performance.now() - startedAt).toBeLessThan(14_000)
  const { rows } = await platform.pool.query('select sending_since, sent_at from outbound_mails')
  expect(rows).toEqual([{ sending_since: null, sent_at: null }])
  silent.close()
})

test('no transaction waits for a slow mail server', async () => {
  const reply = Promise.withResolvers<void>()
  const server = await startMailServer({ heldBy: reply.promise })
  const platform = await platformWithMail(server.port)
  await queueMail(platform.db, { platform, ...mail })
  const running = runJobs(platform)
  await expect.poll(() => server.connections()).toBe(1)
  await expect.poll(async () => (await requireMail(platform)).attempts).toBe(1)
  const { rows } = await platform.pool.query(
    `select from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
  )
  expect(rows).toHaveLength(0)
  reply.resolve()
  await running
  expect(await requireMail(platform)).toMatchObject({ sentAt: platform.clock.now(), attempts: 1 })
})

test('the body of a mail is deleted once it is sent or permanently refused, its row after 90 days, and an unsent mail after 30', async () => {
  const server = await startMailServer()
  const refusing = await startMailServer({ refuse: 550 })
  const platform = await platformWithMail(server.port)
  const real = { ...platform, settings: { ...platform.settings, demo: false } }
  await queueMail(platform.db, { platform, ...mail })
  await runJobs(real)
  expect(server.received[0]?.text?.trim()).toBe(mail.text.trim())
  await queueMail(platform.db, { platform, ...mail, kind: 'accounts.second_factor_removed' })
  await runJobs({ ...real, settings: { ...real.settings, smtpUrl: `smtp://127.0.0.1:${refusing.port}` } })
  await queueMail(platform.db, { platform, ...mail, kind: 'accounts.second_factor_added' })
  const purged = { 'accounts.password_changed': 'purged', 'accounts.second_factor_removed': 'purged' }
  expect(await readBodies(platform)).toEqual({ ...purged, 'accounts.second_factor_added': 'complete' })

  await platform.db.updateTable('outbound_mails').set({ created_at: platform.clock.now() }).execute()
  platform.clock.advance(31 * dayMs)
  await purgeMailsJob.run({ platform: real, payload: {} })
  expect(await readBodies(platform)).toEqual({ 'accounts.password_changed': 'purged' })
  platform.clock.advance(60 * dayMs)
  await purgeMailsJob.run({ platform: real, payload: {} })
  expect(await readBodies(platform)).toEqual({})
})

test('in the demonstration, the body of a sent mail stays for a day and an unsent mail for 90', async () => {
  const server = await startMailServer()
  const platform = await platformWithMail(server.port)
  await queueMail(platform.db, { platform, ...mail })
  await runJobs(platform)
  await queueMail(platform.db, { platform, ...mail, kind: 'accounts.second_factor_added' })
  await platform.db.updateTable('outbound_mails').set({ created_at: platform.clock.now() }).execute()
  const after = async (hours: number) => {
    platform.clock.advance(hours * hourMs)
    await purgeMailsJob.run({ platform, payload: {} })
    return readBodies(platform)
  }
  expect(await after(23)).toEqual({
    'accounts.password_changed': 'complete',
    'accounts.second_factor_added': 'complete',
  })
  expect(await after(2)).toEqual({ 'accounts.password_changed': 'purged', 'accounts.second_factor_added': 'complete' })
  expect(await after(60 * 24)).toEqual({
    'accounts.password_changed': 'purged',
    'accounts.second_factor_added': 'complete',
  })
  expect(await after(30 * 24)).toEqual({})
})

test('a mail whose process died while sending loses its body a day later', async () => {
  const platform = await platformWithMail((await startMailServer()).port)
  await queueMail(platform.db, { platform, ...mail })
  await platform.db.updateTable('outbound_mails').set({ sending_since: platform.clock.now(), attempts: 1 }).execute()
  platform.clock.advance(25 * hourMs)
  await purgeMailsJob.run({ platform, payload: {} })
  expect(await requireMail(platform)).toMatchObject({ html: '', text: '', sentAt: null })
})

test('a process with another SECRET_KEY leaves a mail for one with the right key', async () => {
  const server = await startMailServer()
  const platform = await platformWithMail(server.port)
  await queueMail(platform.db, { platform, ...mail })
  const other = { ...platform, secret: Buffer.alloc(32, 9) }
  await expect(runJobs(other)).rejects.toThrow('another SECRET_KEY')
  expect(await listMails(other, { limit: 1 })).toMatchObject([{ html: '', text: '' }])
  await runJobs(platform)
  expect(server.received).toHaveLength(1)
})

test('a body that was altered in the database is never sent', async () => {
  const server = await startMailServer()
  const platform = await platformWithMail(server.port)
  await queueMail(platform.db, { platform, ...mail })
  await platform.db
    .updateTable('outbound_mails')
    .set({ sealed_body: Buffer.alloc(64) })
    .execute()
  await runJobs(platform)
  expect(server.received).toHaveLength(0)
  expect(await requireMail(platform)).toMatchObject({ sentAt: null, lastError: 'the body of this mail is damaged' })
})
