import type { DayChange } from '#contract/agenda.ts'
import { zone } from '#contract/calendar.ts'
import { failField, failRequest } from '#contract/errors.ts'
import { type ChangeOfMany, changeMany } from '#server/features/appointments/usecases/change-many.ts'
import { listUpcoming, type Upcoming } from '#server/features/appointments/usecases/list-upcoming.ts'
import { seesWholeCenter } from '#server/features/centers/centers.policy.ts'
import { requireMember } from '#server/features/centers/usecases/require-member.ts'
import { newId } from '#server/platform/ids.ts'
import { addDays, dayMs, localDay, type Span, sameTimeOn, wholeDay } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { fail } from '../professionals.errors.ts'
import { mayChangeTimeOff } from '../professionals.policy.ts'
import { daysCovered, isCovered, overlapping } from '../professionals.rules.ts'
import * as availability from '../repository/availability.ts'
import { listUpcomingHolidays } from './list-holidays.ts'

type Change = {
  userId: string
  centerId: string
  professionalIds: readonly string[]
  /** True returns the affected appointments without changing anything. */
  preview: boolean
  /** Those of the preview that the caller read. */
  terms?: string | undefined
}
type Absence = Span & { reason: string }
type AppointmentsChange =
  | { action: 'cancel'; reason: string }
  /** Moves them by this many weeks, to the same weekday and time. */
  | { action: 'move'; reason: string; weeks: number }

/** Time off must start within this time. */
const maxDaysAhead = 2 * 366

/**
 * Adds the same time off for several professionals. The owner and receptionists may add it for all, and professionals for
 * themselves. Where it is of the whole team, the centre is closed on the whole days in it, as in closeOnHolidays(). With
 * `appointments`, it cancels or moves the affected appointments in the same transaction.
 */
export async function addTimeOff(
  platform: Platform,
  input: Change & { absence: Absence; appointments?: AppointmentsChange },
): Promise<{ affected: Upcoming[]; change: DayChange | null }> {
  const { absence, appointments } = input
  const now = platform.clock.now()
  if (absence.endsAt <= now) throw failField('endsAt', 'Ese momento ya pasó')
  if (absence.startsAt.getTime() > now.getTime() + maxDaysAhead * dayMs) {
    throw failField('startsAt', 'Puede empezar dentro de los próximos dos años')
  }
  const added = { absences: [absence], areHolidays: false }
  if (!appointments) return { affected: await addAbsences(platform, { ...input, ...added }), change: null }
  const professionalIds = [...new Set(input.professionalIds)]
  const affected = await addAbsences(platform, { ...input, ...added, preview: true })
  const change = await changeMany(platform, {
    ...input,
    professionalIds,
    span: absence,
    change: changeOf(appointments),
    block: async (tx) => {
      await insertAbsences(tx, { ...input, ...added, professionalIds, now })
      return null
    },
  })
  return { affected, change }
}

function changeOf(input: AppointmentsChange): ChangeOfMany {
  if (input.action === 'cancel') return { kind: 'cancel', reason: input.reason }
  const newStart = (startsAt: Date) => {
    const day = addDays({ day: localDay({ instant: startsAt, zone }), days: 7 * input.weeks })
    return sameTimeOn({ startsAt, day, zone })
  }
  return { kind: 'move', reason: input.reason, newStart }
}

/**
 * Closes on whole local days. Where the caller sees the whole centre and names its whole team, the day belongs to the centre,
 * and professionals who are added later have it off, too. It skips days that a professional already has off, so the request is
 * idempotent.
 */
export async function closeOnHolidays(
  platform: Platform,
  input: Change & { dates: readonly string[] },
): Promise<Upcoming[]> {
  const holidays = await listUpcomingHolidays(platform)
  const names = new Map(holidays.map(({ date, name }) => [date, name]))
  const fields = input.dates.flatMap((date, index) =>
    names.has(date) ? [] : [{ path: `dates.${index}`, message: 'No es un feriado de los próximos doce meses' }],
  )
  if (fields.length > 0) throw failRequest('request.invalid', { fields })
  const absences = [...new Set(input.dates)].map((day) => ({
    ...wholeDay({ day, zone }),
    reason: names.get(day) ?? '',
  }))
  return addAbsences(platform, { ...input, absences, areHolidays: true })
}

type Added = {
  absences: readonly Absence[]
  /** Holidays skip the professionals who have them off already. */
  areHolidays: boolean
}

async function addAbsences(platform: Platform, input: Change & Added): Promise<Upcoming[]> {
  const now = platform.clock.now()
  return platform.db.transaction().execute(async (tx) => {
    const professionalIds = await requireProfessionals(tx, input)
    if (!input.preview) await insertAbsences(tx, { ...input, professionalIds, now })
    const items = await listUpcoming(tx, { professionalIds, now })
    return overlapping({ items, spans: input.absences })
  })
}

async function isWholeTeam(tx: Tx, { professionalIds, ...input }: Change): Promise<boolean> {
  if (!seesWholeCenter(await requireMember(tx, input))) return false
  const team = await availability.listActive(tx, { ...input, professionalIds: undefined })
  return team.every(({ id }) => professionalIds.includes(id))
}

/** The ids of the requested professionals, if the caller may add time off for all of them. Locks them unless it is a preview. */
async function requireProfessionals(tx: Tx, input: Change): Promise<string[]> {
  const member = await requireMember(tx, input)
  const { centerId } = input
  const professionalIds = [...new Set(input.professionalIds)]
  if (!professionalIds.every((professionalId) => mayChangeTimeOff(member, { professionalId }))) {
    throw fail('centers.owner_only')
  }
  const requested = { centerId, professionalIds }
  const found = input.preview
    ? (await availability.listActive(tx, requested)).map(({ id }) => id)
    : await availability.lockActive(tx, requested)
  if (found.length < professionalIds.length) throw fail('team.professional_not_found')
  return found
}

/** Adds the absences, and closes the centre on their whole days where they are of its whole team. */
async function insertAbsences(tx: Tx, input: Change & Added & { now: Date }): Promise<void> {
  const { professionalIds, now } = input
  const existing = Map.groupBy(await availability.listTimeOff(tx, input), (each) => each.professionalId)
  const absences = professionalIds.flatMap((professionalId) =>
    input.absences
      .filter((absence) => !input.areHolidays || !isCovered(absence, { by: existing.get(professionalId) ?? [] }))
      .map((absence) => ({ ...absence, id: newId(), professionalId })),
  )
  // One statement for all rows.
  await availability.insertTimeOff(tx, { absences, now })
  if (!(await isWholeTeam(tx, input))) return
  // After the absences, so that the triggers add one only to who has none yet.
  const days = input.absences.flatMap(({ reason, ...span }) =>
    daysCovered(span, { zone }).map((date) => ({ date, reason })),
  )
  await availability.insertClosingDays(tx, { ...input, days })
}

/** @returns false when the time off does not exist */
export async function removeTimeOff(
  platform: Platform,
  input: { userId: string; centerId: string; timeOffId: string },
): Promise<boolean> {
  return platform.db.transaction().execute(async (tx) => {
    const member = await requireMember(tx, input)
    const found = await availability.findTimeOff(tx, input)
    if (!found) return false
    if (!mayChangeTimeOff(member, found)) throw fail('centers.owner_only')
    await availability.keepClosingDays(tx, { ...input, now: platform.clock.now() })
    const isRemoved = await availability.deleteTimeOff(tx, input)
    await availability.deleteOpenedDays(tx, input)
    return isRemoved
  })
}
