import { z } from 'zod'
import { lockUser } from '#server/features/auth/usecases/users.ts'
import { logOwnCopy } from '#server/features/clinical-records/usecases/log-own-copy.ts'
import { defineJob } from '#server/platform/jobs.ts'
import { dayMs } from '#server/platform/local-time.ts'
import { queueMail } from '#server/platform/mail.ts'
import { pictureFilesOf } from '#server/platform/pictures.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { seal } from '#server/platform/secrets.ts'
import { stages } from '../data-export/parts.ts'
import { exportReadyMail } from '../mail/data-export.ts'
import { findWholeAccount } from '../repository/data-export.ts'
import * as dataExports from '../repository/data-exports.ts'
import type { ExportedData } from '../rules/data-export.ts'
import { dataExportJson } from '../rules/data-export.ts'
import { dataExportPage } from '../rules/data-export-page.ts'

/** Contains the export's id, so that one export's content can't be moved to another. */
export function sealingPurpose(exportId: string): string {
  return `data export ${exportId}`
}

const availableDays = 7

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
  const sealText = (text: string) => seal({ secret: platform.secret, purpose: sealingPurpose(input.exportId), text })
  const sealedJson = sealText(dataExportJson(input.data))
  const sealedHtml = sealText(dataExportPage(input.data))
  const expiresAt = new Date(now.getTime() + availableDays * dayMs)
  await platform.db.transaction().execute(async (tx) => {
    const user = await lockUser(tx, input.userId)
    if (!user || !(await dataExports.finishExport(tx, { ...input, sealedJson, sealedHtml, now, expiresAt }))) return
    await dataExports.deleteOtherExports(tx, input)
    await logOwnCopy(tx, { userId: input.userId, now })
    const { publicUrl } = platform.settings
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
