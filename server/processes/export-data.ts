import { z } from 'zod'
import { zone } from '#contract/calendar.ts'
import { failRequest } from '#contract/errors.ts'
import { api, withUserId } from '#server/api/procedures.ts'
import { fail } from '#server/features/accounts/accounts.errors.ts'
import { exportReadyMail } from '#server/features/accounts/mail/data-export.ts'
import { findWholeAccount } from '#server/features/accounts/repository/data-export.ts'
import * as dataExports from '#server/features/accounts/repository/data-exports.ts'
import type { ExportedData } from '#server/features/accounts/rules/data-export.ts'
import { dataExportJson } from '#server/features/accounts/rules/data-export.ts'
import { dataExportPage } from '#server/features/accounts/rules/data-export-page.ts'
import { lockUser } from '#server/features/auth/repository/users.ts'
import { logOwnCopy } from '#server/features/clinical-records/usecases/log-own-copy.ts'
import { notifyUsers } from '#server/features/notifications/usecases/notify-users.ts'
import { newId } from '#server/platform/ids.ts'
import { defineJob, enqueue } from '#server/platform/jobs.ts'
import { dayMs, localDay, minuteMs } from '#server/platform/local-time.ts'
import { queueMail } from '#server/platform/mail.ts'
import { pictureFilesOf } from '#server/platform/pictures.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { countAttempt, requireAttemptLeft } from '#server/platform/rate-limit.ts'
import { AlteredError, sealPieces, unsealSlices } from '#server/platform/secrets.ts'
import { StreamedFile } from '#server/platform/streamed-file.ts'
import { stages } from './data-export-parts.ts'

export const exportDataRoutes = {
  dataExports: {
    create: api.dataExports.create.handler(({ context }) => requestExport(context.platform, withUserId(context, {}))),

    latest: api.dataExports.latest.handler(async ({ context }) => ({
      latest: (await findLatestExport(context.platform, withUserId(context, {}))) ?? null,
    })),

    download: api.dataExports.download.handler(({ input, context }) =>
      downloadExport(context.platform, withUserId(context, input)),
    ),
  },
}

const availableDays = 7

/** An export that is still in preparation after this time was lost with its worker. */
const abandonedMs = 60 * minuteMs

/** Requests an export of everything that Senda stores about the user. Returns the one in preparation, if there is one. */
export async function requestExport(platform: Platform, input: { userId: string }): Promise<dataExports.ExportRow> {
  const now = platform.clock.now()
  const known = await findLatestExport(platform, input)
  if (known && isInPreparation(known)) return known
  await countAttempt(platform, { name: 'accounts.export', key: input.userId, limit: 5, windowSeconds: 86_400 })
  return platform.db.transaction().execute(async (tx) => {
    // Serialises simultaneous requests: the second finds the first's export.
    if (!(await lockUser(tx, input.userId))) throw failRequest('session.missing')
    await dataExports.failAbandonedExports(tx, { ...input, createdBefore: new Date(now.getTime() - abandonedMs) })
    const latest = await dataExports.findLatestExport(tx, input)
    if (latest && isInPreparation(latest)) return latest
    const inserted = await dataExports.insertExport(tx, { ...input, id: newId(), now })
    await enqueue(tx, prepareExportJob, { exportId: inserted.id })
    return inserted
  })
}

export async function findLatestExport(
  platform: Platform,
  input: { userId: string },
): Promise<dataExports.ExportRow | undefined> {
  const latest = await dataExports.findLatestExport(platform.db, input)
  if (!latest) return undefined
  const now = platform.clock.now()
  const isAbandoned = isInPreparation(latest) && latest.createdAt.getTime() <= now.getTime() - abandonedMs
  if (isAbandoned) return { ...latest, status: 'failed' }
  // The job that deletes it runs every hour.
  return latest.expiresAt !== null && latest.expiresAt <= now ? undefined : latest
}

function isInPreparation({ status }: dataExports.ExportRow): boolean {
  return status === 'queued' || status === 'running'
}

const downloadLimit = { name: 'accounts.export_downloaded', limit: 30, windowSeconds: 3600 }

type Download = { userId: string; exportId: string; format: 'json' | 'html' }

/** Refuses what downloadExport would refuse, and reads no content. @throws data_exports.not_found, request.too_many */
export async function requireDownload(platform: Platform, input: Download): Promise<void> {
  const ready = await dataExports.findReadyExport(platform.db, { ...input, now: platform.clock.now() })
  if (!ready) throw fail('data_exports.not_found')
  await requireAttemptLeft(platform, { ...downloadLimit, key: input.userId })
}

/** The content is read from the database while it is sent. @throws data_exports.not_found, request.too_many */
export async function downloadExport(platform: Platform, input: Download): Promise<StreamedFile> {
  const { db, secret } = platform
  const stored = { ...input, now: platform.clock.now() }
  const ready = await dataExports.findReadyExport(db, stored)
  if (!ready) throw fail('data_exports.not_found')
  await countAttempt(platform, { ...downloadLimit, key: input.userId })
  const open = () =>
    unsealSlices({ secret, purpose: sealingPurpose(input.exportId), slices: dataExports.readSealed(db, stored) })
  try {
    for await (const _ of open());
  } catch (error) {
    // Sealed with an earlier SECRET_KEY, so it can't be read.
    if (error instanceof AlteredError) throw fail('data_exports.not_found')
    throw error
  }
  const name = `senda-datos-${localDay({ instant: ready.readyAt, zone })}.${input.format}`
  return StreamedFile.open(open(), {
    name,
    type: input.format === 'html' ? 'text/html;charset=utf-8' : 'application/json',
  })
}

/** Six attempts take about four minutes. */
export const prepareExportJob = defineJob({
  name: 'accounts.prepare-export',
  payload: z.object({ exportId: z.uuid() }),
  maxAttempts: 6,
  run: ({ platform, payload, isLastAttempt = false }) => prepareExport(platform, { ...payload, isLastAttempt }),
})

/** Collects the data of a requested export and stores it sealed for the download. A repeated run starts from the beginning. */
async function prepareExport(platform: Platform, input: { exportId: string; isLastAttempt: boolean }): Promise<void> {
  const owner = await dataExports.startExport(platform.db, input)
  if (!owner) return
  try {
    const data = await gather(platform, { ...input, ...owner })
    if (data) await finish(platform, { ...input, ...owner, data })
  } catch (error) {
    if (input.isLastAttempt) await dataExports.failExport(platform.db, input)
    throw error
  }
}

/** Undefined when the account was deleted. */
async function gather(
  platform: Platform,
  { exportId, userId }: { exportId: string; userId: string },
): Promise<ExportedData | undefined> {
  // A consistent snapshot of all parts.
  const snapshot = platform.db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  return snapshot.execute(async (tx: Tx) => {
    const account = await findWholeAccount(tx, { userId })
    if (!account) return undefined
    const photo = await readPhoto(platform, account)
    const { recordKeys } = platform
    const readParts: ExportedData['parts'] = []
    for (const { parts, percent } of stages) {
      for (const part of parts) readParts.push({ part, stored: await part.read(tx, { userId, recordKeys }) })
      // Outside the transaction, so that the user sees the progress.
      await dataExports.setPercent(platform.db, { exportId, percent })
    }
    return { parts: readParts, photo, now: platform.clock.now() }
  })
}

async function readPhoto(
  platform: Platform,
  { avatarUrl }: { avatarUrl: string | null },
): Promise<ExportedData['photo']> {
  // The largest is last.
  const name = pictureFilesOf(avatarUrl).at(-1)
  const content = name === undefined ? undefined : await platform.files.read(name)
  return content ? { type: 'image/webp', base64: Buffer.from(content).toString('base64') } : null
}

async function finish(
  platform: Platform,
  input: { exportId: string; userId: string; data: ExportedData },
): Promise<void> {
  const { now } = input.data
  const use = { secret: platform.secret, purpose: sealingPurpose(input.exportId) }
  const sealedJson = await sealPieces({ ...use, pieces: dataExportJson(input.data) })
  const sealedHtml = await sealPieces({ ...use, pieces: dataExportPage(input.data) })
  const expiresAt = new Date(now.getTime() + availableDays * dayMs)
  await platform.db.transaction().execute(async (tx) => {
    const user = await lockUser(tx, input.userId)
    if (!user || !(await dataExports.finishExport(tx, { ...input, sealedJson, sealedHtml, now, expiresAt }))) return
    await dataExports.deleteOtherExports(tx, input)
    await logOwnCopy(tx, { userId: input.userId, now })
    const { publicUrl } = platform.settings
    const content = { title: 'Tus datos están listos', message: 'Ya puedes descargar el archivo.' }
    const about = { subject: 'data export', id: input.exportId } as const
    const entry = { event: 'accounts.data_export', to: { userId: input.userId }, about, ...content } as const
    await notifyUsers(tx, { platform, entries: [{ ...entry, href: '/account?seccion=datos', validUntil: expiresAt }] })
    await queueMail(tx, {
      platform,
      to: user.email,
      kind: 'accounts.data_export',
      aboutId: input.exportId,
      validUntil: expiresAt,
      ...exportReadyMail({ publicUrl, expiresAt }),
    })
  })
}

/** Deletes expired exports, and those that are as old and never became ready. */
export async function purgeExports(platform: Platform): Promise<void> {
  const now = platform.clock.now()
  await dataExports.deleteOldExports(platform.db, {
    expiredBy: now,
    createdBefore: new Date(now.getTime() - availableDays * dayMs),
  })
}

/** Contains the export's id, so that one export's content can't be moved to another. */
function sealingPurpose(exportId: string): string {
  return `data export ${exportId}`
}
