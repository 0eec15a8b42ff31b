import type { DayChange } from '#contract/agenda.ts'
import type { AffectedAppointment } from '#contract/availability.ts'
import { zone } from '#contract/calendar.ts'
import { failField, failRequest } from '#contract/errors.ts'
import { changeSeveral, type SeveralChange } from '#server/features/appointments/usecases/change-several.ts'
import { listUpcoming } from '#server/features/appointments/usecases/list-upcoming.ts'
import { mayTouchAgendaOf } from '#server/features/centers/centers.policy.ts'
import { requireMember } from '#server/features/centers/usecases/require-member.ts'
import { newId } from '#server/platform/ids.ts'
import { addDays, localDay, type Span, sameTimeOn, wholeDay } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { fail } from '../professionals.errors.ts'
import { isCovered, overlapping } from '../professionals.rules.ts'
import * as availability from '../repository/availability.ts'
import { presentAffected } from './change-hours.ts'
import { listComingHolidays } from './list-holidays.ts'

type Change = {
  userId: string
  centerId: string
  professionalIds: readonly string[]
  /** Changes nothing. */
  preview: boolean
}
type Absence = Span & { reason: string }
type ForAppointments =
  | { action: 'cancel'; reason: string }
  /** To the same weekday and time, so many weeks later. */
  | { action: 'move'; reason: string; weeks: number }

/** As far ahead as a time off may begin. */
const farthestDays = 2 * 366

/**
 * The same time off for several professionals: the owner's and the reception's for all, a professional's for themselves. With
 * `appointments`, what stands in it is cancelled or moved in the same transaction.
 */
export async function addTimeOff(
  platform: Platform,
  o: Change & { absence: Absence; appointments?: ForAppointments | undefined },
): Promise<{ affected: AffectedAppointment[]; change: DayChange | null }> {
  const { absence, appointments } = o
  const now = platform.clock.now()
  if (absence.endsAt <= now) throw failField('endsAt', 'Ese momento ya pasó')
  if (absence.startsAt.getTime() > now.getTime() + farthestDays * 86_400_000) {
    throw failField('startsAt', 'Puede empezar dentro de los próximos dos años')
  }
  if (!appointments) {
    return { affected: await addAbsences(platform, { ...o, absences: [absence], skipCovered: false }), change: null }
  }
  const professionalIds = [...new Set(o.professionalIds)]
  const affected = await addAbsences(platform, { ...o, preview: true, absences: [absence], skipCovered: false })
  const change = await changeSeveral(platform, {
    ...o,
    professionalIds,
    span: absence,
    change: changeOf(appointments),
    block: async (tx) => {
      await insertAbsences(tx, { professionalIds, absences: [absence], skipCovered: false, now })
      return null
    },
  })
  return { affected, change }
}

function changeOf(o: ForAppointments): SeveralChange {
  if (o.action === 'cancel') return { kind: 'cancel', reason: o.reason }
  const newStart = (startsAt: Date) => {
    const day = addDays({ day: localDay({ instant: startsAt, zone }), days: 7 * o.weeks })
    return sameTimeOn({ startsAt, day, zone })
  }
  return { kind: 'move', reason: o.reason, newStart }
}

/** Closes whole local days. One that a professional is off on already stays as it is, so pressing twice closes once. */
export async function closeOnHolidays(
  platform: Platform,
  o: Change & { dates: readonly string[] },
): Promise<AffectedAppointment[]> {
  const holidays = await listComingHolidays(platform)
  const names = new Map(holidays.map(({ date, name }) => [date, name]))
  const fields = o.dates.flatMap((date, index) =>
    names.has(date) ? [] : [{ path: `dates.${index}`, message: 'No es un feriado de los próximos doce meses' }],
  )
  if (fields.length > 0) throw failRequest('request.invalid', { fields })
  const absences = [...new Set(o.dates)].map((day) => ({ ...wholeDay({ day, zone }), reason: names.get(day) ?? '' }))
  return addAbsences(platform, { ...o, absences, skipCovered: true })
}

async function addAbsences(
  platform: Platform,
  o: Change & { absences: readonly Absence[]; skipCovered: boolean },
): Promise<AffectedAppointment[]> {
  const now = platform.clock.now()
  return platform.db.transaction().execute(async (tx) => {
    const professionalIds = await requireProfessionals(tx, o)
    if (!o.preview) await insertAbsences(tx, { ...o, professionalIds, now })
    const items = await listUpcoming(tx, { professionalIds, now })
    return overlapping({ items, spans: o.absences }).map(presentAffected)
  })
}

/** Those asked for, each once, when all of them are the asker's business. Locked unless it is a look. */
async function requireProfessionals(tx: Tx, o: Change): Promise<string[]> {
  const member = await requireMember(tx, o)
  const { centerId } = o
  const professionalIds = [...new Set(o.professionalIds)]
  if (!professionalIds.every((professionalId) => mayTouchAgendaOf(member, { professionalId }))) {
    throw fail('centers.owner_only')
  }
  const asked = { centerId, professionalIds }
  const found = o.preview
    ? (await availability.listActive(tx, asked)).map(({ id }) => id)
    : await availability.lockActive(tx, asked)
  if (found.length < professionalIds.length) throw fail('team.professional_not_found')
  return found
}

async function insertAbsences(
  tx: Tx,
  o: { professionalIds: readonly string[]; absences: readonly Absence[]; skipCovered: boolean; now: Date },
): Promise<void> {
  const { professionalIds, now } = o
  const known = Map.groupBy(await availability.listTimeOff(tx, o), (each) => each.professionalId)
  const absences = professionalIds.flatMap((professionalId) =>
    o.absences
      .filter((absence) => !o.skipCovered || !isCovered(absence, { by: known.get(professionalId) ?? [] }))
      .map((absence) => ({ ...absence, id: newId(), professionalId })),
  )
  // In one statement: nobody can book any of them meanwhile.
  await availability.insertTimeOff(tx, { absences, now })
}

/** @returns false when it was gone already. */
export async function removeTimeOff(
  platform: Platform,
  o: { userId: string; centerId: string; timeOffId: string },
): Promise<boolean> {
  return platform.db.transaction().execute(async (tx) => {
    const member = await requireMember(tx, o)
    const found = await availability.findTimeOff(tx, o)
    if (!found) return false
    if (!mayTouchAgendaOf(member, found)) throw fail('centers.owner_only')
    return availability.deleteTimeOff(tx, o)
  })
}

/** Hours, and time off that is not over, of everybody whose agenda the asker sees. */
export async function listAvailability(
  { db, clock }: { db: Db } & Pick<Platform, 'clock'>,
  o: { centerId: string; professionalId: string | undefined },
) {
  const professionals = await availability.listActive(db, {
    centerId: o.centerId,
    professionalIds: o.professionalId === undefined ? undefined : [o.professionalId],
  })
  const professionalIds = professionals.map(({ id }) => id)
  const hours = await availability.listHours(db, { professionalIds })
  const timeOff = await availability.listTimeOff(db, { professionalIds, now: clock.now() })
  return professionals.map(({ id, name }) => ({
    professionalId: id,
    name,
    hours: hours
      .filter(({ professionalId }) => professionalId === id)
      .map(({ weekday, startMinute, endMinute }) => ({ weekday, startMinute, endMinute })),
    timeOff: timeOff.filter(({ professionalId }) => professionalId === id),
  }))
}
