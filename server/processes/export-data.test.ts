import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import { performJob } from '#server/platform/jobs.ts'
import { dayMs, hourMs } from '#server/platform/local-time.ts'
import { listMailsTo } from '#server/platform/stored-mails.ts'
import { clientOf } from '#server/testing/calling.ts'
import { fileText } from '#server/testing/file-text.ts'
import { runJobs, type TestPlatform, testPlatform } from '#server/testing/platform.ts'
import { buildSignedIn } from '#server/testing/signed-in.ts'

import {
  downloadExport,
  exportDataRoutes,
  findLatestExport,
  purgeExports,
  requestExport,
  requireDownload,
} from './export-data.ts'

const platform = await testPlatform()

const newPerson = async (fullName = 'Ana Pérez') => (await buildSignedIn(platform, { fullName })).userId

/** An export that is ready to download. */
async function prepareExport(userId: string): Promise<{ id: string }> {
  const { id } = await requestExport(platform, { userId })
  await runJobs(platform)
  return { id }
}

const jobOf = (exportId: string) => ({ name: 'accounts.prepare-export', payload: { exportId } })

/** A process that dies after collecting the data: it can't seal it. */
const dyingPlatform: TestPlatform = Object.defineProperty({ ...platform }, 'secret', {
  get() {
    throw new Error('the process died')
  },
})

describe('the preparation of an export', () => {
  test('shows its progress, and mails the user when it is ready', async () => {
    const userId = await newPerson()
    const requested = await requestExport(platform, { userId })
    expect(requested).toMatchObject({ status: 'queued', percent: 0, expiresAt: null })
    let working: Promise<void> | undefined
    await platform.db.transaction().execute(async (tx) => {
      // The preparation waits here, after the appointments.
      await sql`lock table reviews in access exclusive mode`.execute(tx)
      working = runJobs(platform)
      await expect
        .poll(() => findLatestExport(platform, { userId }), { timeout: 4_000 })
        .toMatchObject({ id: requested.id, status: 'running', percent: 40 })
    })
    await working
    expect(await findLatestExport(platform, { userId })).toMatchObject({
      id: requested.id,
      status: 'ready',
      percent: 100,
      expiresAt: new Date('2026-11-27T12:00:00Z'),
    })
    const recipient = await emailOf(userId)
    expect(await listMailsTo(platform.db, { recipient, since: new Date(0) })).toMatchObject([
      { kind: 'accounts.data_export', subject: 'Tu copia está lista' },
    ])
  })

  test('runs once for several simultaneous requests', async () => {
    const userId = await newPerson()
    const requested = await Promise.all(Array.from({ length: 4 }, () => requestExport(platform, { userId })))
    expect(new Set(requested.map(({ id }) => id)).size).toBe(1)
    const { rows } = await sql`select id from data_exports where user_id = ${userId}`.execute(platform.db)
    expect(rows).toHaveLength(1)
  })

  test('restarts after a worker died, and mails once', async () => {
    const userId = await newPerson()
    const { id } = await requestExport(platform, { userId })
    await expect(performJob({ platform: dyingPlatform, ...jobOf(id) })).rejects.toThrow('the process died')
    expect(await findLatestExport(platform, { userId })).toMatchObject({ status: 'running', percent: 85 })
    await runJobs(platform)
    await performJob({ platform, ...jobOf(id) })
    expect(await findLatestExport(platform, { userId })).toMatchObject({ id, status: 'ready' })
    const mails = await listMailsTo(platform.db, { recipient: await emailOf(userId), since: new Date(0) })
    expect(mails).toHaveLength(1)
  })

  test('fails with its last attempt, and can be requested again', async () => {
    const userId = await newPerson()
    const { id } = await requestExport(platform, { userId })
    const attempt = performJob({ platform: dyingPlatform, ...jobOf(id), isLastAttempt: true })
    await expect(attempt).rejects.toThrow('the process died')
    expect(await findLatestExport(platform, { userId })).toMatchObject({ id, status: 'failed' })
    const secondExport = await prepareExport(userId)
    expect(secondExport.id).not.toBe(id)
    expect(await findLatestExport(platform, { userId })).toMatchObject({ id: secondExport.id, status: 'ready' })
  })

  test('counts as failed after an hour, and doesn’t block a new request', async () => {
    const userId = await newPerson()
    const { id } = await requestExport(platform, { userId })
    await expect(performJob({ platform: dyingPlatform, ...jobOf(id) })).rejects.toThrow()
    platform.clock.advance(hourMs)
    expect(await findLatestExport(platform, { userId })).toMatchObject({ id, status: 'failed' })
    const secondExport = await requestExport(platform, { userId })
    expect(secondExport.id).not.toBe(id)
    // The lost job runs late, and changes nothing.
    await performJob({ platform, ...jobOf(id) })
    expect(await findLatestExport(platform, { userId })).toMatchObject({ id: secondExport.id, status: 'queued' })
  })

  test('is limited to five a day', async () => {
    const userId = await newPerson()
    for (let count = 0; count < 5; count++) await prepareExport(userId)
    await expect(requestExport(platform, { userId })).rejects.toMatchObject({ code: 'request.too_many', status: 429 })
  })

  test('ends without an export or a mail when the account was deleted in the meantime', async () => {
    const userId = await newPerson()
    const email = await emailOf(userId)
    const { id } = await requestExport(platform, { userId })
    await platform.db
      .updateTable('profiles')
      .set({ status: 'deleted', deleted_at: platform.clock.now(), full_name: 'Cuenta eliminada' })
      .set({ email: `${userId}@deleted.invalid` })
      .where('id', '=', userId)
      .execute()
    await runJobs(platform)
    await performJob({ platform, ...jobOf(id) })
    const stored = await platform.db.selectFrom('data_exports').select('sealed_json').where('id', '=', id).execute()
    expect(stored).toEqual([{ sealed_json: null }])
    expect(await listMailsTo(platform.db, { recipient: email, since: new Date(0) })).toEqual([])
    await expect(requestExport(platform, { userId: newId() })).rejects.toMatchObject({ code: 'session.missing' })
  })
})

describe('the download of an export', () => {
  const missing = { code: 'data_exports.not_found', status: 404 }

  test('names the file after the date in Montevideo', async () => {
    const userId = await newPerson()
    // Ten in the evening of the 22nd in Montevideo, and the 23rd in UTC.
    platform.clock.set(new Date('2026-11-23T01:00:00Z'))
    const { id } = await prepareExport(userId)
    for (const format of ['json', 'html'] as const) {
      const { name } = await downloadExport(platform, { userId, exportId: id, format })
      expect(name).toBe(`senda-datos-2026-11-22.${format}`)
    }
  })

  test('is refused to other users', async () => {
    const { id } = await prepareExport(await newPerson())
    const stranger = clientOf(platform, exportDataRoutes.dataExports, newId())
    await expect(stranger.download({ exportId: id, format: 'json' })).rejects.toMatchObject(missing)
    await expect(stranger.download({ exportId: newId(), format: 'html' })).rejects.toMatchObject(missing)
    expect(await stranger.latest()).toEqual({ latest: null })
  })

  test('is possible for seven days, after which the content is deleted', async () => {
    const userId = await newPerson()
    const { id } = await prepareExport(userId)
    platform.clock.advance(7 * dayMs - 1)
    expect(await downloadExport(platform, { userId, exportId: id, format: 'json' })).toBeDefined()
    platform.clock.advance(1)
    await expect(downloadExport(platform, { userId, exportId: id, format: 'json' })).rejects.toMatchObject(missing)
    expect(await findLatestExport(platform, { userId })).toBeUndefined()
    await purgeExports(platform)
    expect(await platform.db.selectFrom('data_exports').select('id').where('id', '=', id).execute()).toEqual([])
  })

  test('returns the newest export: an earlier one is deleted when the next is ready', async () => {
    const userId = await newPerson()
    const first = await prepareExport(userId)
    const { id } = await requestExport(platform, { userId })
    expect(await downloadExport(platform, { userId, exportId: first.id, format: 'json' })).toBeDefined()
    await runJobs(platform)
    const old = downloadExport(platform, { userId, exportId: first.id, format: 'json' })
    await expect(old).rejects.toMatchObject(missing)
    expect(await downloadExport(platform, { userId, exportId: id, format: 'json' })).toBeDefined()
  })

  test('is impossible before the export is ready, and after the secret has changed', async () => {
    const userId = await newPerson()
    const { id } = await requestExport(platform, { userId })
    const exportOfUser = { userId, exportId: id, format: 'json' } as const
    await expect(downloadExport(platform, exportOfUser)).rejects.toMatchObject(missing)
    await runJobs(platform)
    const elsewhere = { ...platform, secret: Buffer.alloc(32, 'other') }
    await expect(downloadExport(elsewhere, exportOfUser)).rejects.toMatchObject(missing)
  })

  test('of many entries is whole, in both formats', async () => {
    const userId = await newPerson()
    const { id } = await requestExport(platform, { userId })
    // More than one slice of the sealed content.
    await sql`
      insert into notifications (id, user_id, type, title, message, href, created_at)
      select gen_random_uuid(), ${userId}, 'reminder', 'Aviso', 'Número ' || n || ${'.'.repeat(480)}, '/', now()
      from generate_series(1, 2000) n`.execute(platform.db)
    await runJobs(platform)
    const read = async (format: 'json' | 'html') =>
      fileText(await downloadExport(platform, { userId, exportId: id, format }))
    const { data } = JSON.parse(await read('json')) as { data: { notifications: unknown[] } }
    expect(data.notifications).toHaveLength(2000)
    const page = await read('html')
    expect(page.match(/Número \d+/g)).toHaveLength(2000)
    expect(page.trimEnd().endsWith('</html>')).toBe(true)
  })

  test('is limited for each account', async () => {
    const userId = await newPerson()
    const { id } = await prepareExport(userId)
    const download = () => downloadExport(platform, { userId, exportId: id, format: 'json' })
    for (let count = 0; count < 30; count += 1) await download()
    await expect(download()).rejects.toMatchObject({ code: 'request.too_many' })
    await expect(requireDownload(platform, { userId, exportId: id, format: 'json' })).rejects.toMatchObject({
      code: 'request.too_many',
    })
  })

  test('leaves nothing readable in the database', async () => {
    const userId = await newPerson('Nombre Legible')
    const { id } = await prepareExport(userId)
    const row = await platform.db.selectFrom('data_exports').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    for (const sealed of [row.sealed_json, row.sealed_html]) expect(sealed?.toString('latin1')).not.toContain('Legible')
  })
})

async function emailOf(userId: string): Promise<string> {
  const { email } = await platform.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return email
}
