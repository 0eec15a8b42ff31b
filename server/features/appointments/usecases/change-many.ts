import { setTimeout as sleep } from 'node:timers/promises'
import { ORPCError } from '@orpc/contract'
import type { DayChange } from '#contract/day-changes.ts'
import { failField } from '#contract/errors.ts'
import { type Member, mayChangeAgendaOf } from '#server/features/centers/centers.policy.ts'
import { lockBookingsOf } from '#server/features/centers/repository/availability.ts'
import { readCenterState } from '#server/features/centers/repository/closed.ts'
import { requireMember } from '#server/features/centers/usecases/require-member.ts'
import { outsideTurn } from '#server/platform/limiter.ts'
import type { Span } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import { isDatabaseUnavailable, type Tx } from '#server/platform/postgres/database.ts'
import { withSavepoint, withUndo } from '#server/platform/postgres/savepoint.ts'
import { countAttempt } from '#server/platform/rate-limit.ts'
import { requireTerms, versionOf } from '#server/platform/version.ts'
import { fail } from '../appointments.errors.ts'
import * as agenda from '../repository/agenda.ts'
import { expireHolds } from '../repository/holds.ts'
import { lockForChange, tryLockChangeOfMany } from '../repository/locks.ts'
import { attendeeOf, failedReason, reasonUnchanged } from '../rules/agenda.ts'
import { refundTotal } from '../rules/payments.ts'
import { cancelAtDeskIn } from './cancel-at-desk.ts'
import { moveAtDeskIn } from './move-at-desk.ts'

export type ChangeOfMany =
  /** `by`: the centre by default. */
  | { kind: 'cancel'; by?: 'patient' | 'center'; reason: string }
  /** `newStart`: undefined where the clocks of the new day skip that time. */
  | { kind: 'move'; reason: string; newStart: (startsAt: Date) => Date | undefined }

/** The appointments of some professionals that overlap a span, or those of one person in a series. */
type Selection = { professionalIds: readonly string[]; span: Span } | { seriesId: string; attendeeId: string | null }

type ManyInput = Selection & {
  userId: string
  centerId: string
  /** Selects among them; without it, all of them change. */
  isIncluded?: (startsAt: Date) => boolean
  change: ChangeOfMany
  /** A preview only reports what would happen. */
  preview: boolean
  /** The terms of the preview that the caller read. */
  terms?: string | undefined
  /** Tells the attendee of a series, to whom nothing else is told, of all that changed. */
  notifyTogether?: (tx: Tx, changed: readonly ChangedOfMany[]) => Promise<HowNotified>
  /** Adds the professional's absence in the same transaction, once the locks keep new bookings out. */
  block?: (tx: Tx) => Promise<DayChange['blocked']>
}

/** How the attendee learns of a change: by mail, by a call of the desk, or not at all, because they asked for it. */
export type HowNotified = 'mail' | 'call' | 'knows'

export type ChangedOfMany = { appointmentId: string; wasAt: Date; refundCents: number }

type Outcome = Omit<DayChange, 'terms'>
type Agreed = { id: string; wasAt: string; startsAt: string | null; refundCents: number; isCompensated: boolean }

/** A longer span would keep bookings waiting for its locks. Every account may have a centre that staff never approved. */
const maxAppointments = { ofPending: 20, ofOthers: 200 }
/** Each visitor who holds or confirms a time before all locks are taken costs one attempt. */
const attempts = 6
/** A change waits so long for the preview or change that runs, without a turn. A preview is repeated by the browser. */
const waits = { count: 20, ms: 250 }
/**
 * A preview does all the work of the change, and holds its locks, as does a change with other terms, which is refused. A member looks
 * at fewer, and presses less often.
 */
const limits = {
  previews: { name: 'appointments.previews_of_many', limit: 20, windowSeconds: 60 },
  changes: { name: 'appointments.changes_of_many', limit: 20, windowSeconds: 60 },
  ofCenter: { name: 'appointments.many_of_center', limit: 60, windowSeconds: 60 },
}

/**
 * Changes the open appointments in a span of some professionals, and blocks their time, in one transaction. An appointment
 * that cannot be changed is reported with the reason, and the others are changed. Other terms than the caller read change
 * nothing. All locks are taken first, in the order of
 * the locking protocol.
 * @throws agenda.many_in_progress while another one of the centre runs: a preview at once, a change after some seconds; and
 * request.too_many beyond the limits of a member or of the centre
 */
export async function changeMany(platform: Platform, input: ManyInput): Promise<DayChange> {
  // Another account's requests must not use up the limit of a centre.
  await requireMember(platform.db, input)
  await countAttempt(platform, { ...(input.preview ? limits.previews : limits.changes), key: input.userId })
  await countAttempt(platform, { ...limits.ofCenter, key: input.centerId })
  if (input.preview) return changeManyNow(platform, input)
  for (let wait = 1; ; wait += 1) {
    try {
      return await changeManyNow(platform, input)
    } catch (error) {
      if (wait === waits.count || !(error instanceof ORPCError) || error.code !== 'agenda.many_in_progress') throw error
      await outsideTurn(() => sleep(waits.ms))
    }
  }
}

async function changeManyNow(platform: Platform, input: ManyInput): Promise<DayChange> {
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const outcome = await platform.db.transaction().execute((tx) =>
      withUndo(tx, {
        run: () => changeManyIn(tx, platform, input),
        keep: (result) => result !== undefined && !input.preview,
      }),
    )
    if (outcome !== undefined) return outcome
  }
  throw fail('agenda.changed_meanwhile')
}

/** @returns undefined when a visitor held or confirmed a time before all locks were held */
async function changeManyIn(tx: Tx, platform: Platform, input: ManyInput): Promise<DayChange | undefined> {
  const now = platform.clock.now()
  const { centerId } = input
  const member = await requireMember(tx, input)
  const open = await lockOpen(tx, { ...selectionOf(input), member, centerId, now })
  if (open === undefined) return undefined
  const blocked = (await input.block?.(tx)) ?? null
  const held = open.filter(({ isHeld }) => isHeld)
  if (input.block) await expireHolds(tx, { ids: held.map(({ id }) => id), now })
  const outcome: Outcome = {
    changed: 0,
    notified: [],
    toCall: [],
    unchanged: [],
    refundCents: 0,
    compensated: 0,
    blocked,
  }
  const agreed: Agreed[] = []
  const moved: Span[] = []
  for (const { id, isHeld, startsAt } of inTurn(open, input)) {
    if (!isHeld && (input.isIncluded?.(startsAt) ?? true))
      await changeOne(tx, platform, { ...input, appointmentId: id, outcome, agreed, moved })
  }
  const inOrder = {
    ...outcome,
    notified: outcome.notified.toSorted(byWasAt),
    toCall: outcome.toCall.toSorted(byWasAt),
    unchanged: outcome.unchanged.toSorted((a, b) => a.startsAt.localeCompare(b.startsAt)),
  }
  const outcomeForDesk = await notifyAll(tx, { ...input, outcome: inOrder, agreed })
  const terms = versionOf({ changed: agreed, unchanged: outcome.unchanged.map(({ appointmentId }) => appointmentId) })
  // A repeated request finds nothing to change.
  if (!input.preview && outcome.changed > 0) requireTerms({ seen: input.terms, current: terms })
  return { ...outcomeForDesk, terms }
}

/** Of a series that is moved to later times, each takes the time that the one after it leaves, so the last goes first. */
function inTurn(open: readonly agenda.OpenAppointment[], input: ManyInput): readonly agenda.OpenAppointment[] {
  const [first] = open
  const { change } = input
  if (!('seriesId' in input) || change.kind !== 'move' || !first) return open
  const newStart = change.newStart(first.startsAt)
  return newStart && newStart > first.startsAt ? open.toReversed() : open
}

const selectionOf = (input: Selection) =>
  'seriesId' in input
    ? { seriesId: input.seriesId, attendeeId: input.attendeeId }
    : { ...input.span, professionalIds: input.professionalIds }

type OpenQuery = ReturnType<typeof selectionOf> & { centerId: string; member: Member; now: Date }

/**
 * Locks the open appointments, and the live holds of a span. @returns undefined when one was held, booked or passed to another
 * professional before all were locked
 */
async function lockOpen(tx: Tx, query: OpenQuery): Promise<agenda.OpenAppointment[] | undefined> {
  const { member } = query
  if (
    'professionalIds' in query &&
    !query.professionalIds.every((professionalId) => mayChangeAgendaOf(member, { professionalId }))
  )
    throw fail('appointments.not_found')
  if (!(await tryLockChangeOfMany(tx, query))) throw fail('agenda.many_in_progress')
  const known = await listOpen(tx, query)
  const isPending = (await readCenterState(tx, query)) === 'pending'
  const most = isPending ? maxAppointments.ofPending : maxAppointments.ofOthers
  if ('professionalIds' in query && known.length > most)
    throw failField('endsAt', `Son más de ${most} citas. Hazlo en partes más cortas`)
  const professionalIds = 'professionalIds' in query ? query.professionalIds : known.map((row) => row.professionalId)
  await lockForChange(tx, {
    patientIds: known.map(({ patientId }) => patientId),
    calendarsOf: [...professionalIds, ...known.map(({ attendeeId }) => attendeeId)],
    keepsCenterOpen: true,
    appointmentIds: known.map(({ id }) => id),
  })
  if ('professionalIds' in query) await lockBookingsOf(tx, query)
  const open = await listOpen(tx, query)
  // A hold counts, too: locking it only now, after the professionals, could deadlock with the visitor who confirms it.
  const lockedIds = new Set(known.map(({ id, professionalId }) => `${id} ${professionalId}`))
  return open.every(({ id, professionalId }) => lockedIds.has(`${id} ${professionalId}`)) ? open : undefined
}

async function listOpen(tx: Tx, query: OpenQuery): Promise<agenda.OpenAppointment[]> {
  if ('professionalIds' in query) return agenda.listOpenInSpan(tx, query)
  const rows = await agenda.listOpenOfSeries(tx, query)
  return rows.filter((row) => mayChangeAgendaOf(query.member, row))
}

async function changeOne(
  tx: Tx,
  platform: Platform,
  input: ManyInput & { appointmentId: string; outcome: Outcome; agreed: Agreed[]; moved: Span[] },
): Promise<void> {
  const { appointmentId, outcome, agreed } = input
  const row = await agenda.requireOfCenter(tx, input)
  const { name = '', phone = null } = attendeeOf(row) ?? {}
  const wasAt = row.startsAt.toISOString()
  try {
    const changed = await withSavepoint(tx, () =>
      changeInSpan(tx, platform, { ...input, startsAt: row.startsAt, endsAt: row.endsAt }),
    )
    const { change } = input
    const startsAt = change.kind === 'move' ? (change.newStart(row.startsAt)?.toISOString() ?? null) : null
    const refundCents = change.kind === 'move' ? 0 : (refundTotal(changed.row).refundCents ?? 0)
    const isCompensated = changed.points > 0
    agreed.push({ id: appointmentId, wasAt, startsAt, refundCents, isCompensated })
    outcome.changed += 1
    if (change.kind === 'move' && input.preview) return
    outcome.refundCents += refundCents
    outcome.compensated += isCompensated ? 1 : 0
    if (changed.notified) outcome.notified.push({ appointmentId, name, wasAt, startsAt })
    else outcome.toCall.push({ appointmentId, name, phone, wasAt, startsAt })
  } catch (error) {
    const reason = reasonOf(error)
    if (reason === undefined) throw error
    if (reason === failedReason)
      platform.log.error({ err: error, appointmentId }, 'an appointment of many did not change')
    outcome.unchanged.push({ appointmentId, startsAt: wasAt, name, phone, reason })
  }
}

/** One appointment that fails must not keep the others of the day. Undefined for what concerns all of them. */
function reasonOf(error: unknown): string | undefined {
  if (error instanceof ORPCError) return reasonUnchanged(error.code, error.data)
  return isDatabaseUnavailable(error) ? undefined : failedReason
}

type OneOfMany = ManyInput & { appointmentId: string; agreed: readonly Agreed[]; moved: Span[] } & Span

async function changeInSpan(tx: Tx, platform: Platform, input: OneOfMany) {
  const { userId, centerId, appointmentId, change, preview, moved, agreed } = input
  const isNotifiedByCaller = input.notifyTogether !== undefined
  const at = { userId, centerId, appointmentId, isNotifiedByCaller }
  if (change.kind === 'cancel') {
    const { by = 'center', reason } = change
    return cancelAtDeskIn(tx, platform, { ...at, by, reason })
  }
  const startsAt = change.newStart(input.startsAt)
  if (!startsAt) throw failField('startsAt', 'Esa hora no existe ese día')
  const span = { startsAt, endsAt: new Date(startsAt.getTime() + input.endsAt.getTime() - input.startsAt.getTime()) }
  // A preview moves nothing, so it compares with where the others would be.
  if ('seriesId' in input && moved.some((other) => span.startsAt < other.endsAt && other.startsAt < span.endsAt))
    throw fail('appointments.slot_taken', { startsAt })
  const alsoMoving = 'seriesId' in input ? agreed.map(({ id }) => id) : []
  const { reason } = change
  const result = await moveAtDeskIn(tx, platform, { ...at, startsAt, ...(reason && { reason }), preview, alsoMoving })
  moved.push(span)
  return { ...result, points: 0 }
}

type Tell = Pick<ManyInput, 'notifyTogether' | 'preview' | 'change'> & { outcome: Outcome; agreed: readonly Agreed[] }

const byWasAt = (a: { wasAt: string }, b: { wasAt: string }) => a.wasAt.localeCompare(b.wasAt)

/** One mail tells of all appointments of a series. @returns the outcome, without calls where none is needed */
async function notifyAll(tx: Tx, { notifyTogether, preview, change, outcome, agreed }: Tell): Promise<Outcome> {
  if (!notifyTogether || agreed.length === 0 || (preview && change.kind === 'move')) return outcome
  const changed = agreed
    .toSorted(byWasAt)
    .map(({ id, wasAt, refundCents }) => ({ appointmentId: id, wasAt: new Date(wasAt), refundCents }))
  const how = await notifyTogether(tx, changed)
  if (how === 'call') return outcome
  const mailed = outcome.toCall.map(({ appointmentId, name, wasAt, startsAt }) => ({
    appointmentId,
    name,
    wasAt,
    startsAt,
  }))
  return { ...outcome, notified: how === 'mail' ? mailed : [], toCall: [] }
}
