import { brand } from '#contract/brand.ts'
import {
  type Outcome,
  outcomesOf,
  recordAction,
  requireUnchanged,
} from '#server/features/moderation/usecases/record-action.ts'
import { queueMail } from '#server/platform/mail.ts'
import { mailLayout } from '#server/platform/mail-layout.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { fail } from '../centers.errors.ts'
import * as repository from '../repository/records.ts'
import { missingForApproval, missingForBadge } from '../rules/publication.ts'
import { lockCenter } from './lock-center.ts'
import { readPublication } from './read-publication.ts'

type Targets = {
  moderatorId: string
  targets: readonly { id: string; lastMeasureId: string | null }[]
  measure: 'approve' | 'revoke'
  reason: string
}

/** Approves centres or withdraws their approval, each in its own transaction. */
export async function measureCenters(platform: Platform, { targets, ...input }: Targets): Promise<Outcome[]> {
  return outcomesOf(platform, {
    targetType: 'center',
    targets,
    apply: (tx, { id, lastMeasureId }) => measureCenter(tx, platform, { ...input, centerId: id, lastMeasureId }),
  })
}

type OneMeasure = Omit<Targets, 'targets'> & { centerId: string; lastMeasureId: string | null }

/** @throws centers.not_found, moderation.changed, centers.not_ready, centerRecords.owner_blocked, centerRecords.not_approved */
async function measureCenter(tx: Tx, platform: Platform, input: OneMeasure): Promise<void> {
  const { centerId, lastMeasureId, measure, moderatorId, reason } = input
  const now = platform.clock.now()
  const center = await lockRecord(tx, { centerId, now })
  const target = { targetType: 'center', targetId: centerId } as const
  await requireUnchanged(tx, { ...target, lastMeasureId })
  if (measure === 'revoke' && !center.approvedAt) throw fail('centerRecords.not_approved')
  const after: repository.Approval =
    measure === 'approve'
      ? await approvalOf(tx, { center, now })
      : { approvedAt: null, verified: false, complianceStatus: 'non_compliant' }
  await enter(tx, platform, { center, after, reason, now })
  await recordAction(tx, {
    ...target,
    moderatorId,
    actionType: measure,
    reason,
    details: { before: stateOf(center) },
    now,
  })
}

/**
 * Returns a centre to its approval before a measure, under its lock.
 * @returns the details of the new measure
 */
export async function undoCenterMeasure(
  tx: Tx,
  platform: Platform,
  { targetId, details, reason }: { targetId: string; details: Record<string, unknown>; reason: string },
): Promise<Record<string, unknown>> {
  const now = platform.clock.now()
  const center = await lockRecord(tx, { centerId: targetId, now })
  const before = details.before as State
  if (before.approvedAt !== null && !center.isOwnerActive) throw fail('centerRecords.owner_blocked')
  const after = { ...before, approvedAt: before.approvedAt === null ? null : new Date(before.approvedAt) }
  await enter(tx, platform, { center, after, reason, now })
  // A document may have lapsed since.
  await updateBadge(tx, { centerId: targetId, now })
  return { before: stateOf(center) }
}

/** As the record stores it. */
type State = Omit<repository.Approval, 'approvedAt'> & { approvedAt: string | null }

type Row = NonNullable<Awaited<ReturnType<typeof repository.findRecord>>>

function stateOf({ approvedAt, verified, complianceStatus }: Row): State {
  return { approvedAt: approvedAt?.toISOString() ?? null, verified, complianceStatus }
}

async function lockRecord(tx: Tx, { centerId, now }: { centerId: string; now: Date }): Promise<Row> {
  await lockCenter(tx, { centerId })
  const center = await repository.findRecord(tx, { centerId, now })
  if (!center) throw fail('centers.not_found')
  return center
}

/** The approval that the centre's profile and documents allow today. */
async function approvalOf(tx: Tx, { center, now }: { center: Row; now: Date }): Promise<repository.Approval> {
  if (!center.isOwnerActive) throw fail('centerRecords.owner_blocked')
  const publication = await readPublication(tx, { centerId: center.id, now })
  const missing = missingForApproval(publication)
  if (missing.length > 0) throw fail('centers.not_ready', { missing })
  const verified = missingForBadge(publication).length === 0
  const complianceStatus = verified ? 'compliant' : 'non_compliant'
  return { approvedAt: center.approvedAt ?? now, verified, complianceStatus }
}

type Entering = { center: Row; after: repository.Approval; reason: string; now: Date }

async function enter(tx: Tx, platform: Platform, { center, after, reason, now }: Entering): Promise<void> {
  await repository.setApproval(tx, { centerId: center.id, ...after, now })
  const mail = mailLayout({
    subject: after.approvedAt ? 'Aprobamos tu centro' : 'Retiramos la aprobación de tu centro',
    paragraphs: [
      after.approvedAt
        ? `${center.name} está aprobado en ${brand.name}.`
        : `${center.name} ya no aparece en ${brand.name}.`,
      `Motivo: ${reason}`,
      `Si crees que es un error, escríbenos a ${brand.email} y lo revisa otra persona del equipo.`,
    ],
    action: { label: 'Ver tu centro', url: `${platform.settings.publicUrl}/center/dashboard` },
  })
  await queueMail(tx, { platform, to: center.email, kind: 'centers.measure', ...mail })
}

/** Gives a verified centre its badge or removes it, by its documents of today. The caller has locked the centre. */
export async function updateBadge(tx: Tx, { centerId, now }: { centerId: string; now: Date }): Promise<void> {
  const center = await repository.findRecord(tx, { centerId, now })
  if (!center?.verified) return
  const isProven = missingForBadge(await readPublication(tx, { centerId, now })).length === 0
  const complianceStatus = isProven ? 'compliant' : 'non_compliant'
  await repository.setApproval(tx, { ...center, centerId, complianceStatus, now })
}
