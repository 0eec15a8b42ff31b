import type { PersonRef } from '#contract/agenda.ts'
import { zone } from '#contract/calendar.ts'
import { agendaScope, type Member } from '#server/features/centers/centers.policy.ts'
import { listHolidays } from '#server/features/centers/repository/availability.ts'
import { addDays, localDay, startOfDay, wholeDays } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import { type Db, pipelined, type Tx } from '#server/platform/postgres/database.ts'
import * as agenda from '../repository/agenda.ts'
import { type CellsRead, listCells } from '../repository/agenda-cells.ts'
import { listAgendaTeam, listTimeOff } from '../repository/agenda-team.ts'
import { dueOf } from '../rules/payments.ts'

type Params = { member: Member; from: string; days: number; professionalId?: string }

export async function readAgenda({ db, clock }: Platform, { member, from, days, professionalId }: Params) {
  const now = clock.now()
  const ownProfessionalId = agendaScope(member).professionalId
  const isForeign =
    ownProfessionalId !== undefined && professionalId !== undefined && ownProfessionalId !== professionalId
  if (isForeign)
    return { team: [], timeOff: [], cells: { rows: [], names: new Map() } satisfies CellsRead, holidays: [] }
  const scope = {
    centerId: member.centerId,
    professionalId: ownProfessionalId ?? professionalId,
    ...wholeDays({ zone, from, days }),
  }
  const together = pipelined(db)
  const [team, timeOff, cells, holidays] = await Promise.all([
    listAgendaTeam(together, scope),
    listTimeOff(together, scope),
    listCells(together, { ...scope, now }),
    listHolidays(together, { from, to: addDays({ day: from, days: days - 1 }) }),
  ])
  return { team, timeOff, cells, holidays }
}

type Filter = { limit: number } & ({ person: PersonRef } | { newest: true })

/**
 * The centre's appointments for other screens, as far as the member sees them: those of one person, the latest start first;
 * or the newest bookings.
 */
export async function listAgendaAppointments(
  db: Db | Tx,
  { member, limit, ...filter }: Filter & { member: Member },
): Promise<agenda.AgendaRow[]> {
  const scope = { centerId: member.centerId, ...agendaScope(member), limit }
  return 'person' in filter
    ? agenda.listOfPerson(db, { ...scope, person: filter.person })
    : agenda.listNewest(db, scope)
}

const maxOfAttendee = 500

/** The attendee's next appointment, and the visits that are not paid, as far as the member sees them. */
export async function readNextAndDue(
  db: Db | Tx,
  { member, now, ...filter }: { member: Member; attendeeId: string; exceptAppointment: string; now: Date },
): Promise<{ next: agenda.AgendaRow | null; due: (agenda.AgendaRow & { dueCents: number })[] }> {
  const { attendeeId, exceptAppointment } = filter
  const scope = { centerId: member.centerId, ...agendaScope(member), limit: maxOfAttendee }
  const rows = (await agenda.listOfAttendee(db, { ...scope, attendeeId })).toReversed()
  const isOpen = ({ status }: agenda.AgendaRow) => status === 'pending' || status === 'confirmed'
  const next = rows.find((row) => isOpen(row) && row.startsAt > now && row.id !== exceptAppointment)
  return {
    next: next ?? null,
    due: rows
      .filter((row) => row.status === 'completed' || (row.status === 'confirmed' && row.startsAt <= now))
      .map((row) => ({ ...row, dueCents: dueOf(row) }))
      .filter(({ dueCents }) => dueCents > 0),
  }
}

export async function listRequests(
  db: Db | Tx,
  { member, now, limit }: { member: Member; now: Date; limit: number },
): Promise<agenda.AgendaRow[]> {
  return agenda.listRequests(db, { centerId: member.centerId, ...agendaScope(member), limit, now })
}

/** The open appointments of these people from the beginning of today, as far as the member sees them; the next first. */
export async function listUpcomingOf(
  db: Db | Tx,
  { member, now, ...filter }: { member: Member; people: readonly PersonRef[]; now: Date; limit: number },
): Promise<agenda.AgendaRow[]> {
  if (filter.people.length === 0) return []
  const from = startOfDay({ day: localDay({ instant: now, zone }), zone })
  return agenda.listUpcomingOf(db, { centerId: member.centerId, ...agendaScope(member), ...filter, from })
}
