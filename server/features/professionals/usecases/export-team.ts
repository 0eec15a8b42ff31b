import type { Db, Tx } from '#server/platform/postgres/database.ts'
import * as repository from '../repository/professionals.ts'

export type ExportedTeam = Awaited<ReturnType<typeof exportTeam>>

/** What somebody takes along of the professionals of their centre, and of themselves as a professional of others'. */
export async function exportTeam(db: Db | Tx, o: { userId: string }) {
  const team = await repository.listAllOf(db, { centerId: o.userId })
  const elsewhere = await repository.listAllOf(db, { userId: o.userId })
  const known = new Set(team.map(({ id }) => id))
  const professionals = [...team, ...elsewhere.filter(({ id }) => !known.has(id))]
  const professionalIds = professionals.map(({ id }) => id)
  const hours = await repository.listAllHours(db, { professionalIds })
  return {
    professionals,
    hours: hours.map(({ professionalName, weekday, start_minute, end_minute }) => ({
      professionalName,
      weekday,
      from: wallTime(start_minute),
      to: wallTime(end_minute),
    })),
    timeOff: await repository.listAllTimeOff(db, { professionalIds }),
  }
}

/** «09:30» */
function wallTime(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
}
