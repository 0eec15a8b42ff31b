import type { DeskTasks } from '#contract/agenda.ts'
import { zone } from '#contract/calendar.ts'
import { agendaScope, type Member } from '#server/features/centers/centers.policy.ts'
import { dayMs, localDay, startOfDay } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import { fail } from '../appointments.errors.ts'
import * as agenda from '../repository/agenda.ts'
import * as calls from '../repository/calls.ts'
import { presentAgendaAppointment, presentPerson } from '../rules/agenda.ts'
import { type AtDesk, requireAtDesk } from './change-at-desk.ts'

/** Whom the desk has to call and what it has to close, as far as the member sees the agenda. */
export async function readDeskTasks({ db, clock }: Platform, { member }: { member: Member }): Promise<DeskTasks> {
  const now = clock.now()
  const scope = { centerId: member.centerId, ...agendaScope(member) }
  const tickedSince = startOfDay({ day: localDay({ instant: now, zone }), zone })
  const [asked, open] = await Promise.all([
    calls.listCalls(db, { ...scope, tickedSince }),
    agenda.listToClose(db, { ...scope, now }),
  ])
  const rows = await agenda.listByIds(db, { ...scope, appointmentIds: asked.map(({ appointmentId }) => appointmentId) })
  const rowOf = new Map(rows.map((row) => [row.id, row]))
  return {
    calls: asked.flatMap(({ appointmentId, wasAt, calledAt }) => {
      const row = rowOf.get(appointmentId)
      return row ? [{ ...callOf(row), wasAt: wasAt.toISOString(), calledAt: calledAt?.toISOString() ?? null }] : []
    }),
    toClose: open.map((row) => ({
      ...presentAgendaAppointment({ row, member, now }),
      professionalName: row.professionalName,
    })),
  }
}

function callOf(row: agenda.AgendaRow) {
  const { name = '', phone = null } = presentPerson(row) ?? {}
  const startsAt = row.status === 'cancelled' ? null : row.startsAt.toISOString()
  return { appointmentId: row.id, name, phone, professionalName: row.professionalName, startsAt }
}

/** Ticks a call, or takes the tick back: for everybody at the centre. */
export async function markCalled(
  platform: Platform,
  { called, ...rest }: AtDesk & { called: boolean },
): Promise<{ called: boolean }> {
  return platform.db.transaction().execute(async (tx) => {
    await requireAtDesk(tx, rest)
    const calledAt = called ? platform.clock.now() : null
    if (!(await calls.setCalled(tx, { ...rest, calledAt }))) throw fail('appointments.not_found')
    return { called }
  })
}

/** A list of this age helps no receptionist any more. */
const keptDays = 90

export async function deleteOldCalls({ db, clock }: Platform): Promise<void> {
  await calls.deleteOldCalls(db, { before: new Date(clock.now().getTime() - keptDays * dayMs) })
}
