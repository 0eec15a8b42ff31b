import { zone } from '#contract/calendar.ts'
import { agendaScope, type Member } from '#server/features/centers/centers.policy.ts'
import { dayMs, localDay, startOfDay } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import { fail } from '../appointments.errors.ts'
import * as agenda from '../repository/agenda.ts'
import * as calls from '../repository/calls.ts'
import { countShownUnconfirmed } from './cancel-unconfirmed.ts'
import { type DeskRequest, requireAtDesk } from './change-at-desk.ts'

/** The people whom the desk has to call, the appointments that it has to close, and the bookings without a confirmed address: those that the member may see. */
export async function readDeskTasks({ db, clock }: Platform, { member }: { member: Member }) {
  const now = clock.now()
  const scope = { centerId: member.centerId, ...agendaScope(member) }
  const calledSince = startOfDay({ day: localDay({ instant: now, zone }), zone })
  const [listed, open, unconfirmed] = await Promise.all([
    calls.listCalls(db, { ...scope, calledSince }),
    agenda.listToClose(db, { ...scope, now }),
    countShownUnconfirmed(db, { member, now }),
  ])
  const appointmentIds = listed.map(({ appointmentId }) => appointmentId)
  const rows = await agenda.listByIds(db, { ...scope, appointmentIds })
  const rowById = new Map(rows.map((row) => [row.id, row]))
  const seen = listed.flatMap(({ appointmentId, ...call }) => {
    const row = rowById.get(appointmentId)
    return row ? [{ row, ...call }] : []
  })
  return { calls: seen, open, unconfirmed, now }
}

export async function setCalled(
  platform: Platform,
  { called, ...rest }: DeskRequest & { called: boolean },
): Promise<{ called: boolean }> {
  return platform.db.transaction().execute(async (tx) => {
    await requireAtDesk(tx, rest)
    const calledAt = called ? platform.clock.now() : null
    if (!(await calls.setCalled(tx, { ...rest, calledAt }))) throw fail('appointments.not_found')
    return { called }
  })
}

const keptDays = 90

export async function purgeCalls({ db, clock }: Platform): Promise<void> {
  await calls.purgeCalls(db, { before: new Date(clock.now().getTime() - keptDays * dayMs) })
}
