import { zone } from '#contract/calendar.ts'
import { agendaScope, type Member } from '#server/features/centers/centers.policy.ts'
import { localDay, localDays, wholeDay } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import { pipelined } from '#server/platform/postgres/database.ts'
import * as agenda from '../repository/agenda.ts'
import { listAgendaTeam, listTimeOff } from '../repository/agenda-team.ts'
import { freeGaps } from '../rules/free-gaps.ts'
import { dueOf } from '../rules/payments.ts'

const shownRequests = 20

/** Today at a centre's desk, as far as the member sees it: the appointments, the gaps, and what is left to settle. */
export async function readToday({ db, clock }: Platform, { member }: { member: Member }) {
  const now = clock.now()
  const date = localDay({ instant: now, zone })
  const span = wholeDay({ day: date, zone })
  const scope = { centerId: member.centerId, ...agendaScope(member) }
  const together = pipelined(db)
  const [team, timeOff, rows, toClose, requests] = await Promise.all([
    listAgendaTeam(together, { ...scope, ...span }),
    listTimeOff(together, { ...scope, ...span }),
    agenda.listOfDay(together, { ...scope, ...span }),
    agenda.listToClose(together, { ...scope, now }),
    agenda.listRequests(together, { ...scope, limit: shownRequests, now }),
  ])
  const expected = rows.filter(({ status, arrivedAt, endsAt }) => {
    return status === 'confirmed' && arrivedAt === null && endsAt > now
  })
  const [day] = localDays({ zone, from: date, days: 1 })
  const gaps = team.flatMap(({ id, name, hours, isActive }) => {
    if (!day || !isActive) return []
    const busy = [...rows, ...timeOff].filter(({ professionalId }) => professionalId === id)
    return freeGaps({ day, hours, busy, now }).map((gap) => ({ professionalId: id, professionalName: name, ...gap }))
  })
  return {
    now,
    date,
    count: rows.length,
    next: expected.filter(({ startsAt }) => startsAt > now),
    late: expected.filter(({ startsAt }) => startsAt <= now),
    arrived: rows
      .filter(({ status, arrivedAt }) => status === 'confirmed' && arrivedAt !== null)
      .toSorted((a, b) => Number(a.arrivedAt) - Number(b.arrivedAt)),
    unpaid: rows.filter((row) => {
      const { status, arrivedAt } = row
      const isDue = status === 'completed' || (status === 'confirmed' && arrivedAt !== null)
      return isDue && dueOf(row) > 0
    }),
    toClose,
    gaps: gaps.toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime()),
    requests,
  }
}
