import { type DeskToday, linesOfToday } from '#contract/agenda.ts'
import type { Member } from '#server/features/centers/centers.policy.ts'
import type { AgendaRow } from '../repository/agenda.ts'
import type { readToday } from '../usecases/read-today.ts'
import { presentListedAppointment, presentRequests } from './present-agenda.ts'

export function presentToday(today: Awaited<ReturnType<typeof readToday>> & { member: Member }): DeskToday {
  const { member, now, date, count, next, late, arrived, unpaid, toClose, gaps, requests } = today
  const appointments = (rows: readonly AgendaRow[]) =>
    listOf(rows, (row) => presentListedAppointment({ row, member, now }))
  return {
    date,
    count,
    next: appointments(next),
    late: appointments(late),
    arrived: appointments(arrived),
    unpaid: appointments(unpaid),
    toClose: appointments(toClose),
    gaps: listOf(gaps, ({ startsAt, endsAt, ...gap }) => ({
      ...gap,
      startsAt: startsAt.toISOString(),
      endsAt: endsAt.toISOString(),
    })),
    requests: presentRequests({ rows: requests, member, now }),
  }
}

function listOf<Row, Line>(rows: readonly Row[], present: (row: Row) => Line): { count: number; items: Line[] } {
  return { count: rows.length, items: rows.slice(0, linesOfToday).map(present) }
}
