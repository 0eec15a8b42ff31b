import { deskGridMinutes } from '#contract/agenda.ts'
import { zone } from '#contract/calendar.ts'
import type { DayChange } from '#contract/day-changes.ts'
import { failField } from '#contract/errors.ts'
import { mayChangeAgendaOf } from '#server/features/centers/centers.policy.ts'
import { blockTime } from '#server/features/centers/usecases/block-time.ts'
import { findProfessionalStatus } from '#server/features/centers/usecases/find-professional.ts'
import { requireMember } from '#server/features/centers/usecases/require-member.ts'
import { localDay, minuteMs, type Span, sameTimeOn, startOfDay, wholeDay } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { fail } from '../appointments.errors.ts'
import { deskWindow, tooFarAheadText } from '../rules/agenda.ts'
import { type ChangeOfMany, changeMany } from './change-many.ts'

type Day = {
  userId: string
  centerId: string
  professionalId: string
  date: string
  reason: string
  /** Adds an absence in the same transaction, so that no patient books the rest of the day. */
  blockRest: boolean
  preview?: boolean | undefined
  /** The terms of the preview that the caller read. */
  terms?: string | undefined
}

/** Cancels the professional's appointments of a day that have not ended yet. */
export async function cancelDay(platform: Platform, input: Day): Promise<DayChange> {
  return changeDay(platform, { ...input, change: { kind: 'cancel', reason: input.reason } })
}

/** Moves the professional's appointments of a day to the same times of another day. */
export async function moveDay(platform: Platform, input: Day & { toDate: string }): Promise<DayChange> {
  const now = platform.clock.now()
  if (input.toDate === input.date) throw failField('toDate', 'Elige otro día')
  if (input.toDate < localDay({ instant: now, zone })) throw failField('toDate', 'Elige un día desde hoy')
  if (startOfDay({ day: input.toDate, zone }) > deskWindow({ now }).latest) {
    throw failField('toDate', tooFarAheadText)
  }
  const newStart = (startsAt: Date) => sameTimeOn({ startsAt, day: input.toDate, zone })
  return changeDay(platform, { ...input, change: { kind: 'move', reason: input.reason, newStart } })
}

async function changeDay(platform: Platform, input: Day & { change: ChangeOfMany }): Promise<DayChange> {
  const { userId, centerId, professionalId, date, change, preview = false } = input
  const member = await requireMember(platform.db, input)
  const status = await findProfessionalStatus(platform.db, input)
  if (!status || !mayChangeAgendaOf(member, input)) throw fail('appointments.not_found')
  const span = wholeDay({ day: date, zone })
  const now = platform.clock.now()
  const rest = restOf(span, now)
  const block = (tx: Tx) => blockRest(tx, { ...rest, professionalId, reason: input.reason, now })
  const mustBlock = input.blockRest && status === 'active' && rest.startsAt < rest.endsAt
  return changeMany(platform, {
    userId,
    centerId,
    professionalIds: [professionalId],
    span,
    isIncluded: (startsAt) => startsAt >= span.startsAt,
    change,
    preview,
    terms: input.terms,
    ...(mustBlock && { block }),
  })
}

/** The rest of today from now on, or the whole of a later day. */
function restOf({ startsAt, endsAt }: Span, now: Date): Span {
  const grid = deskGridMinutes * minuteMs
  const gridNow = new Date(Math.floor(now.getTime() / grid) * grid)
  return { startsAt: gridNow > startsAt ? gridNow : startsAt, endsAt }
}

async function blockRest(
  tx: Tx,
  { professionalId, now, ...absence }: Span & { professionalId: string; reason: string; now: Date },
) {
  const [added] = await blockTime(tx, { professionalIds: [professionalId], absences: [absence], now })
  if (!added) return null
  return { id: added.id, startsAt: added.startsAt.toISOString(), endsAt: added.endsAt.toISOString() }
}
