import { handoverUndoHours } from '#contract/loyalty-words.ts'
import { hasStaffRole } from '#contract/roles.ts'
import type { Actor } from '#server/api/actor.ts'
import { type Member, seesWholeCenter } from '#server/features/centers/centers.policy.ts'
import { findMembership } from '#server/features/centers/repository/members.ts'
import { hourMs } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { takeWithin } from '#server/platform/rate-limit.ts'
import { fail } from '../loyalty.errors.ts'
import * as repository from '../repository/handovers.ts'
import { countDeskCode, isCodeOf } from './desk-code.ts'
import { tellOfHandover, tellOfUndoneHandover } from './notify-handovers.ts'
import { waitingNotice } from './use-rewards.ts'

export type Handover = repository.HandoverRow

/** Who is at the desk, and whose rewards it hands over: those of a centre, or with `centerId` null those of Senda. */
type Desk = { actor: Pick<Actor, 'userId' | 'roles'>; centerId: string | null }

/** More than the rewards of one provider have in stock. */
const maxCompared = 50_000
const maxListed = 50
/** Each one is a mail to its patient, and a desk that hands over and undoes in turn would send them without end. */
const perRedemption = { name: 'loyalty.handovers', limit: 3, windowSeconds: 86_400 }

const unknownCode =
  'Ese código no es de una recompensa que se entregue aquí, o ya se entregó. Si descuenta de una cita, escríbelo en «Cobrar» de esa cita.'
const tooOftenNotice = 'Esta recompensa ya se entregó y se deshizo varias veces hoy. Mañana se puede entregar otra vez.'
const overNotice = 'Pasó el plazo de esa recompensa.'

/** Members hand over what their centre gives, and staff what Senda gives. @throws loyalty.handover_not_found for all others */
async function requireDesk(db: Db | Tx, { actor, centerId }: Desk): Promise<Member | undefined> {
  const member = centerId === null ? undefined : await findMembership(db, { centerId, userId: actor.userId })
  if (centerId === null ? !hasStaffRole(actor) : !member) throw fail('loyalty.handover_not_found')
  return member
}

/** What was handed over, the last first: to all patients of the centre, whom not every professional sees. */
export async function listHandovers({ db }: Platform, desk: Desk): Promise<Handover[]> {
  const member = await requireDesk(db, desk)
  if (member && !seesWholeCenter(member)) throw fail('loyalty.handover_not_found')
  return repository.listHandedOver(db, { ...desk, limit: maxListed })
}

/** What is handed over for a code that a patient shows. @throws loyalty.code_refused with the reason */
export async function checkCode(platform: Platform, { code, ...desk }: Desk & { code: string }): Promise<Handover> {
  const { db, clock, secret } = platform
  await requireDesk(db, desk)
  await countDeskCode(platform, { ...desk.actor, ...desk })
  const waiting = await repository.listWaiting(db, { ...desk, now: clock.now(), limit: maxCompared })
  const [redemptionId, second] = waiting.filter((id) => isCodeOf(code, { id, secret }))
  // Two codes are equal once in hundreds of millions; then the desk cannot tell whose it is.
  const row = redemptionId && !second && (await repository.findHandover(db, { ...desk, redemptionId }))
  if (!row) throw refused(unknownCode)
  if (!(await repository.isBalanceCovered(db, row))) throw refused(waitingNotice)
  return row
}

/** What the centre hands over to the patient of an appointment for this code. The caller has counted the code. */
export async function findHandoverOfPatient(
  { db, clock, secret }: Platform,
  { code, ...input }: { userId: string; centerId: string; code: string },
): Promise<Handover | undefined> {
  const waiting = await repository.listWaiting(db, { ...input, now: clock.now(), limit: maxCompared })
  const redemptionId = waiting.find((id) => isCodeOf(code, { id, secret }))
  return redemptionId === undefined ? undefined : repository.findHandover(db, { ...input, redemptionId })
}

type Use = Desk & { redemptionId: string; code: string }

/**
 * Records that a reward was handed over, once, and tells the patient. Idempotent for the member who repeats a request whose response
 * was lost.
 * @throws loyalty.code_refused with the reason
 */
export async function handOver(platform: Platform, { redemptionId, code, ...desk }: Use): Promise<Handover> {
  const { db, clock, secret } = platform
  const { centerId } = desk
  const { userId: handedOverBy } = desk.actor
  await requireDesk(db, desk)
  await countDeskCode(platform, { ...desk.actor, ...desk })
  if (!isCodeOf(code, { id: redemptionId, secret })) throw refused(unknownCode)
  return db.transaction().execute(async (tx) => {
    await requireDesk(tx, desk)
    const now = clock.now()
    const row = await repository.lockHandover(tx, { ...desk, redemptionId })
    if (row?.status === 'used' && row.handedOverBy === handedOverBy) return row
    if (row === undefined || row.status === 'used') throw refused(unknownCode)
    if (row.status === 'expired' || isOver(row, now)) throw refused(overNotice)
    if (!(await repository.isBalanceCovered(tx, row))) throw refused(waitingNotice)
    if (!(await takeWithin(tx, { ...perRedemption, secret, key: redemptionId }))) throw refused(tooOftenNotice)
    await repository.setHandedOver(tx, { redemptionId, handedOverBy, now })
    await tellOfHandover(tx, { platform, row, centerId })
    return { ...row, status: 'used', usedAt: now, handedOverBy }
  })
}

const isOver = ({ expiresAt }: Pick<Handover, 'expiresAt'>, now: Date) => expiresAt !== null && expiresAt <= now

export function mayUndo({ usedAt }: Pick<Handover, 'usedAt'>, now: Date): boolean {
  return usedAt !== null && usedAt.getTime() + handoverUndoHours * hourMs > now.getTime()
}

/** Undoes a hand-over that was recorded by mistake, within a day, and tells the patient. Idempotent. @throws loyalty.not_undoable */
export async function undoHandover(
  platform: Platform,
  { redemptionId, ...desk }: Desk & { redemptionId: string },
): Promise<Handover> {
  const { db, clock } = platform
  return db.transaction().execute(async (tx) => {
    await requireDesk(tx, desk)
    const now = clock.now()
    const row = await repository.lockHandover(tx, { ...desk, redemptionId })
    if (!row) throw fail('loyalty.handover_not_found')
    if (row.status !== 'used') return row
    if (!mayUndo(row, now)) throw fail('loyalty.not_undoable')
    const status = isOver(row, now) ? 'expired' : 'pending'
    await repository.setNotHandedOver(tx, { redemptionId, status })
    await tellOfUndoneHandover(tx, { platform, row, centerId: desk.centerId })
    return { ...row, status, usedAt: null, handedOverBy: null }
  })
}

const refused = (reason: string) => fail('loyalty.code_refused', { reason })
