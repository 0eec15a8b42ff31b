import type { WeeklyInterval } from '#server/features/appointments/rules/free-times.ts'
import { mergeSpecialties, mergeWeeklyIntervals } from '#server/features/centers/centers.rules.ts'
import { lockCenter } from '#server/features/centers/centers.usecases.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import * as repository from './professionals.repository.ts'
import type { NewProfessional } from './professionals.types.ts'

/** Adds a professional to a centre's team; the centre's specialties take in the professional's, so that search finds them. */
export async function addProfessional(
  platform: Platform,
  professional: NewProfessional,
): Promise<{ professionalId: string }> {
  const { centerId } = professional
  const now = platform.clock.now()
  const id = newId()
  await platform.db.transaction().execute(async (tx) => {
    await lockCenter(tx, { centerId })
    await repository.insertProfessional(tx, { id, professional, now })
    const known = await repository.listCenterSpecialties(tx, { centerId })
    const specialties = mergeSpecialties(known, professional.specialties ?? [])
    await repository.setCenterSpecialties(tx, { centerId, specialties, now })
  })
  return { professionalId: id }
}

/** Replaces the professional's week. Intervals that touch or overlap become one; none at all means not working. */
export async function setWeeklyHours(
  platform: Platform,
  { professionalId, intervals }: { professionalId: string; intervals: readonly WeeklyInterval[] },
): Promise<void> {
  await platform.db.transaction().execute(async (tx) => {
    await repository.lockProfessional(tx, { professionalId })
    await repository.replaceHours(tx, { professionalId, intervals: mergeWeeklyIntervals(intervals) })
  })
}

/** Time in which nothing can be booked. Appointments that stand in it stay; whoever adds it decides about them. */
export async function addTimeOff(
  platform: Platform,
  o: { professionalId: string; startsAt: Date; endsAt: Date; reason?: string },
): Promise<{ timeOffId: string }> {
  const id = newId()
  await platform.db.transaction().execute(async (tx) => {
    await repository.lockProfessional(tx, o)
    await repository.insertTimeOff(tx, { ...o, id, reason: o.reason ?? '', now: platform.clock.now() })
  })
  return { timeOffId: id }
}

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

/** Nobody books the centre's professionals while the transaction goes on; the caller has locked the centre. */
export async function lockTeam(tx: Tx, o: { centerId: string }): Promise<string[]> {
  return repository.lockTeam(tx, o)
}

/** The centre closes for good. `rename`: no history names its professionals, so their names go, too. */
export async function retireTeam(
  tx: Tx,
  o: { centerId: string; professionalIds: readonly string[]; rename: string | undefined },
): Promise<void> {
  await repository.retireTeam(tx, o)
}

/** The account that a professional had goes; whom the centre lists stays the centre's business. */
export async function forgetAccount(tx: Tx, o: { userId: string }): Promise<void> {
  await repository.forgetAccount(tx, o)
}
