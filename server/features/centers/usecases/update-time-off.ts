import { zone } from '#contract/calendar.ts'
import { failRequest } from '#contract/errors.ts'
import { wholeDay } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { fail } from '../centers.errors.ts'
import { mayChangeAgendaOf, seesWholeCenter } from '../centers.policy.ts'
import * as availability from '../repository/availability.ts'
import { listUpcoming, type Upcoming } from '../repository/upcoming-appointments.ts'
import { daysCovered, overlapping } from '../rules/availability.ts'
import { type Absence, blockTime } from './block-time.ts'
import { listUpcomingHolidays } from './list-holidays.ts'
import { requireMember } from './require-member.ts'

export type TimeOffChange = {
  userId: string
  centerId: string
  professionalIds: readonly string[]
  /** True returns the affected appointments without changing anything. */
  preview: boolean
  /** The terms of the preview that the caller read. */
  terms?: string | undefined
}
/**
 * Closes on whole local days. Where the caller sees the whole centre and names its whole team, the day belongs to the centre,
 * and professionals who are added later have it off, too. It skips days that a professional already has off, so the request is
 * idempotent.
 */
export async function closeOnHolidays(
  platform: Platform,
  input: TimeOffChange & { dates: readonly string[] },
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

type AddedAbsences = {
  absences: readonly Absence[]
  /** A closed holiday stays closed when a longer absence around it is removed. */
  areHolidays: boolean
}

/** Adds time off, unless it is a preview. Returns the appointments in it. */
export async function addAbsences(platform: Platform, input: TimeOffChange & AddedAbsences): Promise<Upcoming[]> {
  const now = platform.clock.now()
  return platform.db.transaction().execute(async (tx) => {
    const professionalIds = await requireProfessionals(tx, input)
    if (!input.preview) await insertAbsences(tx, { ...input, professionalIds, now })
    const items = await listUpcoming(tx, { professionalIds, now })
    return overlapping({ items, spans: input.absences })
  })
}

async function isWholeTeam(tx: Tx, { professionalIds, ...input }: TimeOffChange): Promise<boolean> {
  if (!seesWholeCenter(await requireMember(tx, input))) return false
  const team = await availability.listActive(tx, { ...input, professionalIds: undefined })
  return team.every(({ id }) => professionalIds.includes(id))
}

/** The ids of the requested professionals, if the caller may add time off for all of them. Locks them unless it is a preview. */
async function requireProfessionals(tx: Tx, input: TimeOffChange): Promise<string[]> {
  const member = await requireMember(tx, input)
  const { centerId } = input
  const professionalIds = [...new Set(input.professionalIds)]
  if (!professionalIds.every((professionalId) => mayChangeAgendaOf(member, { professionalId }))) {
    throw fail('centers.owner_only')
  }
  const requested = { centerId, professionalIds }
  const found = input.preview
    ? (await availability.listActive(tx, requested)).map(({ id }) => id)
    : await availability.lockBookingsOf(tx, requested)
  if (found.length < professionalIds.length) throw fail('team.professional_not_found')
  return found
}

/** Adds the absences, and closes the centre on their whole days where they are of its whole team. */
export async function insertAbsences(tx: Tx, input: TimeOffChange & AddedAbsences & { now: Date }): Promise<void> {
  await blockTime(tx, input)
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
    if (!mayChangeAgendaOf(member, found)) throw fail('centers.owner_only')
    await availability.keepClosingDays(tx, { ...input, now: platform.clock.now() })
    const isRemoved = await availability.deleteTimeOff(tx, input)
    await availability.deleteOpenedDays(tx, input)
    return isRemoved
  })
}
