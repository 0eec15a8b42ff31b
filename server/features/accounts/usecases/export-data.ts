import { zone } from '#contract/calendar.ts'
import { failRequest } from '#contract/errors.ts'
import { lockUser } from '#server/features/auth/usecases/users.ts'
import { newId } from '#server/platform/ids.ts'
import { enqueue } from '#server/platform/jobs.ts'
import { localDay, minuteMs } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import { countAttempt } from '#server/platform/rate-limit.ts'
import { unseal } from '#server/platform/secrets.ts'
import { fail } from '../accounts.errors.ts'
import * as dataExports from '../repository/data-exports.ts'
import { prepareExportJob, sealingPurpose } from './prepare-export.ts'

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

/** The newest export that the user requested. */
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

/** @throws data_exports.not_found */
export async function downloadExport(
  platform: Platform,
  input: { userId: string; exportId: string; format: 'json' | 'html' },
): Promise<{ fileName: string; content: string }> {
  const ready = await dataExports.findReadyExport(platform.db, { ...input, now: platform.clock.now() })
  if (!ready) throw fail('data_exports.not_found')
  const sealed = input.format === 'json' ? ready.sealedJson : ready.sealedHtml
  const content = unseal({ secret: platform.secret, purpose: sealingPurpose(input.exportId), sealed })
  // Sealed with an earlier SECRET_KEY, so it can't be read.
  if (content === undefined) throw fail('data_exports.not_found')
  const day = localDay({ instant: ready.readyAt, zone })
  return { fileName: `senda-datos-${day}.${input.format}`, content }
}
