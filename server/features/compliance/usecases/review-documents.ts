import { brand } from '#contract/brand.ts'
import { zone } from '#contract/calendar.ts'
import { lockCenterOf } from '#server/features/centers/usecases/lock-center.ts'
import { updateBadge } from '#server/features/centers/usecases/measure-center.ts'
import {
  type Outcome,
  outcomesOf,
  recordAction,
  requireUnchanged,
} from '#server/features/moderation/usecases/record-action.ts'
import { localDay } from '#server/platform/local-time.ts'
import { queueMail } from '#server/platform/mail.ts'
import { mailLayout } from '#server/platform/mail-layout.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { fail } from '../compliance.errors.ts'
import * as repository from '../compliance.repository.ts'

type Targets = {
  moderatorId: string
  targets: readonly { id: string; lastMeasureId: string | null }[]
  /** `expiryDate`: YYYY-MM-DD, or null for a document that does not lapse. */
  measure: { type: 'approve'; expiryDate: string | null } | { type: 'reject' }
  reason: string
}

/** Approves or rejects documents, each in its own transaction. */
export async function reviewDocuments(platform: Platform, { targets, ...input }: Targets): Promise<Outcome[]> {
  return outcomesOf(platform, {
    targetType: 'document',
    targets,
    apply: (tx, { id, lastMeasureId }) => reviewDocument(tx, platform, { ...input, checkId: id, lastMeasureId }),
  })
}

type OneReview = Omit<Targets, 'targets'> & { checkId: string; lastMeasureId: string | null }

/** @throws compliance.not_found, moderation.changed, centerRecords.reviewed, centerRecords.already_lapsed */
async function reviewDocument(tx: Tx, platform: Platform, input: OneReview): Promise<void> {
  const { checkId, lastMeasureId, measure, moderatorId, reason } = input
  const now = platform.clock.now()
  const check = await lockCheck(tx, { checkId })
  const target = { targetType: 'document', targetId: checkId } as const
  await requireUnchanged(tx, { ...target, lastMeasureId })
  if (check.status !== 'pending') throw fail('centerRecords.reviewed')
  const checked = { checkedAt: now, checkedBy: moderatorId }
  if (measure.type === 'approve') {
    const { expiryDate } = measure
    if (expiryDate !== null && expiryDate < localDay({ instant: now, zone })) {
      throw fail('centerRecords.already_lapsed')
    }
    await repository.setReview(tx, { checkId, ...checked, status: 'approved', notes: '', expiryDate })
  } else {
    const { expiryDate } = check
    await repository.setReview(tx, { checkId, ...checked, status: 'rejected', notes: reason, expiryDate })
  }
  await updateBadge(tx, { centerId: check.centerId, now })
  await mailReview(tx, platform, { check, outcome: measure.type, reason })
  await recordAction(tx, {
    ...target,
    moderatorId,
    actionType: measure.type,
    reason,
    details: { before: stateOf(check) },
    now,
  })
}

/**
 * Returns a document to its state before a review, under its centre's lock.
 * @returns the details of the new measure
 */
export async function undoReview(
  tx: Tx,
  platform: Platform,
  { targetId, details, reason }: { targetId: string; details: Record<string, unknown>; reason: string },
): Promise<Record<string, unknown>> {
  const check = await lockCheck(tx, { checkId: targetId })
  const { checkedAt, ...before } = details.before as State
  await repository.setReview(tx, { checkId: targetId, ...before, checkedAt: checkedAt ? new Date(checkedAt) : null })
  await updateBadge(tx, { centerId: check.centerId, now: platform.clock.now() })
  await mailReview(tx, platform, { check, outcome: 'undo', reason })
  return { before: stateOf(check) }
}

/** As the record stores it. */
type State = Omit<repository.Review, 'checkedAt'> & { checkedAt: string | null }
type Check = NonNullable<Awaited<ReturnType<typeof repository.findReviewed>>>

function stateOf({ status, notes, expiryDate, checkedAt, checkedBy }: Check): State {
  return { status, notes, expiryDate, checkedAt: checkedAt?.toISOString() ?? null, checkedBy }
}

async function lockCheck(tx: Tx, { checkId }: { checkId: string }): Promise<Check> {
  const found = await repository.findReviewed(tx, { checkId })
  if (!found || !(await lockCenterOf(tx, { ownerId: found.centerId }))) throw fail('compliance.not_found')
  const check = await repository.findReviewed(tx, { checkId })
  if (!check) throw fail('compliance.not_found')
  return check
}

const subjects = {
  approve: 'Aprobamos tu documento',
  reject: 'Rechazamos tu documento',
  undo: 'Volvemos a revisar tu documento',
} as const
const names = {
  license: 'la habilitación',
  insurance: 'el seguro',
  certification: 'la certificación',
  identity: 'el documento de identidad',
} as const

type Mailed = { check: Check; outcome: keyof typeof subjects; reason: string }

async function mailReview(tx: Tx, platform: Platform, { check, outcome, reason }: Mailed): Promise<void> {
  const mail = mailLayout({
    subject: subjects[outcome],
    paragraphs: [
      `El documento es ${names[check.type]} de ${check.centerName}.`,
      `Motivo: ${reason}`,
      `Si crees que es un error, escríbenos a ${brand.email} y lo revisa otra persona del equipo.`,
    ],
    action: { label: 'Ver tus documentos', url: `${platform.settings.publicUrl}/center/dashboard` },
  })
  await queueMail(tx, { platform, to: check.email, kind: 'compliance.review', ...mail })
}
