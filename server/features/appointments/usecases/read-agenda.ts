import type { Agenda, PersonRef } from '#contract/agenda.ts'
import { zone } from '#contract/calendar.ts'
import { agendaScope, type Member } from '#server/features/centers/centers.policy.ts'
import { listHolidays } from '#server/features/professionals/usecases/list-holidays.ts'
import { addDays, wholeDays } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import * as agenda from '../repository/agenda.ts'
import { placesOf, presentAgendaAppointment } from '../rules/agenda.ts'
import { pendingDeadline } from '../rules/lifecycle.ts'

type Question = { member: Member; from: string; days: number; professionalId?: string | undefined }

/** The diary of a centre over some days, as far as the member sees it: everybody's, or their own. */
export async function readAgenda(
  platform: Platform,
  { member, from, days, professionalId }: Question,
): Promise<Agenda> {
  const { db, clock } = platform
  const now = clock.now()
  const own = agendaScope(member).professionalId
  const isForeign = own !== undefined && professionalId !== undefined && own !== professionalId
  if (isForeign) return { from, days, professionals: [], timeOff: [], appointments: [], holidays: [] }
  const scope = {
    centerId: member.centerId,
    professionalId: own ?? professionalId,
    ...wholeDays({ zone, from, days }),
  }
  const [team, timeOff, rows, holidays] = await Promise.all([
    agenda.listAgendaTeam(db, scope),
    agenda.listTimeOff(db, scope),
    agenda.listInSpan(platform, { ...scope, now }),
    listHolidays(db, { from, to: addDays({ day: from, days: days - 1 }) }),
  ])
  const shown = new Set(team.map(({ id }) => id))
  return {
    from,
    days,
    professionals: team.map(({ isActive, modalities, services, ...professional }) => ({
      ...professional,
      // Nothing new goes to somebody who works there no longer.
      services: isActive ? services : [],
      places: isActive ? placesOf(modalities) : [],
    })),
    timeOff: timeOff
      .filter(({ professionalId: id }) => shown.has(id))
      .map((off) => ({ ...off, startsAt: off.startsAt.toISOString(), endsAt: off.endsAt.toISOString() })),
    appointments: rows
      .filter(({ professionalId: id }) => shown.has(id))
      .map((row) => presentAgendaAppointment({ row, member, now })),
    holidays: holidays.map(({ date, name }) => ({ date, name })),
  }
}

type Filter = { limit: number } & ({ person: PersonRef } | { newest: true })

/**
 * Appointments of the member's centre (a professional's own ones) for other screens: of one person by their start, newest
 * first; or the newest by when they were made.
 */
export async function listAgendaAppointments(
  db: Db | Tx,
  { member, now, limit, ...filter }: Filter & { member: Member; now: Date },
) {
  const scope = { centerId: member.centerId, ...agendaScope(member), limit }
  const rows =
    'person' in filter
      ? await agenda.listOfPerson(db, { ...scope, person: filter.person })
      : await agenda.listNewest(db, scope)
  return rows.map((row) => ({
    ...presentAgendaAppointment({ row, member, now }),
    professionalName: row.professionalName,
  }))
}

/** What the member's centre (a professional: their own agenda) still has to answer, the most urgent first. */
export async function listRequests(db: Db | Tx, { member, now, limit }: { member: Member; now: Date; limit: number }) {
  const scope = { centerId: member.centerId, ...agendaScope(member), limit }
  const rows = await agenda.listRequests(db, { ...scope, now })
  return rows
    .map((row) => ({
      ...presentAgendaAppointment({ row, member, now }),
      professionalName: row.professionalName,
      answerBy: pendingDeadline({ startsAt: row.startsAt, requestedAt: row.requestedAt ?? now }).toISOString(),
    }))
    .toSorted((a, b) => a.answerBy.localeCompare(b.answerBy))
}
