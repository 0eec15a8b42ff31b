import type { WeeklyInterval } from '#server/features/appointments/rules/free-times.ts'
import { mergeSpecialties, mergeWeeklyIntervals } from '#server/features/centers/centers.rules.ts'
import { lockCenter } from '#server/features/centers/centers.usecases.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import type { NewProfessional } from './professionals.types.ts'
import * as availability from './repository/availability.ts'
import * as repository from './repository/professionals.ts'
import { deleteUnusedTeam } from './repository/unused.ts'

/** Adds a professional to a centre's team. */
export async function addProfessional(
  platform: Platform,
  professional: NewProfessional,
): Promise<{ professionalId: string }> {
  return platform.db.transaction().execute(async (tx) => {
    await lockCenter(tx, professional)
    return addProfessionalIn(tx, { professional, now: platform.clock.now() })
  })
}

/**
 * As addProfessional(), in the transaction of a caller who has locked the centre. The centre's specialties take in the
 * professional's, so that search finds them.
 */
export async function addProfessionalIn(
  tx: Tx,
  { professional, now }: { professional: NewProfessional; now: Date },
): Promise<{ professionalId: string }> {
  const { centerId } = professional
  const id = newId()
  await repository.insertProfessional(tx, { id, professional, now })
  const known = await repository.listCenterSpecialties(tx, { centerId })
  const specialties = mergeSpecialties(known, professional.specialties ?? [])
  await repository.setCenterSpecialties(tx, { centerId, specialties, now })
  return { professionalId: id }
}

/** What those do who can be booked at a centre. */
export async function listActiveSpecialties(tx: Tx, o: { centerId: string }): Promise<string[]> {
  return repository.listActiveSpecialties(tx, o)
}

/** Replaces the professional's week. Intervals that touch or overlap become one; none at all means not working. */
export async function setWeeklyHours(
  platform: Platform,
  o: { professionalId: string; intervals: readonly WeeklyInterval[] },
): Promise<void> {
  await platform.db.transaction().execute((tx) => setWeeklyHoursIn(tx, o))
}

/** As setWeeklyHours, in the caller's transaction. */
export async function setWeeklyHoursIn(
  tx: Tx,
  { professionalId, intervals }: { professionalId: string; intervals: readonly WeeklyInterval[] },
): Promise<void> {
  await availability.lockProfessional(tx, { professionalId })
  await availability.replaceHours(tx, { professionalId, intervals: mergeWeeklyIntervals(intervals) })
}

/** Time in which nothing can be booked. Appointments that stand in it stay; whoever adds it decides about them. */
export async function addTimeOff(
  platform: Platform,
  o: { professionalId: string; startsAt: Date; endsAt: Date; reason?: string },
): Promise<{ timeOffId: string }> {
  const id = newId()
  await platform.db.transaction().execute(async (tx) => {
    await availability.lockProfessional(tx, o)
    const absence = { ...o, id, reason: o.reason ?? '' }
    await availability.insertTimeOff(tx, { absences: [absence], now: platform.clock.now() })
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

/**
 * The team of a centre that was registered and never used goes, so that the centre itself can. The photos' files are left
 * to the sweep.
 */
export async function dropUnusedTeam(tx: Tx, o: { centerId: string }): Promise<void> {
  await deleteUnusedTeam(tx, o)
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

/** Everybody whom the centre lists or listed. */
export async function listTeam(db: Db | Tx, o: { centerId: string }) {
  return repository.listTeam(db, o)
}

type OfCenter = { centerId: string; professionalId: string }

/** Undefined when that centre has no such professional. */
export async function findProfessional(
  tx: Tx,
  o: OfCenter,
): Promise<{ isActive: boolean; hasAccount: boolean } | undefined> {
  const found = await repository.lockOfCenter(tx, o)
  return found && { isActive: found.isActive, hasAccount: found.userId !== null }
}

/** Undefined when that centre has no such professional. */
export async function getStandingOfProfessional(db: Db | Tx, o: OfCenter): Promise<'active' | 'retired' | undefined> {
  const found = await repository.findOfCenter(db, o)
  return found && (found.isActive ? 'active' : 'retired')
}

/** Who signs in as this professional from here on. @returns false when somebody does already */
export async function linkAccount(tx: Tx, o: OfCenter & { userId: string }): Promise<boolean> {
  return repository.linkAccount(tx, o)
}

/** Nobody but the owner of the centre signs in as one of its professionals any more. */
export async function unlinkOthers(tx: Tx, o: { centerId: string }): Promise<void> {
  await repository.unlinkOthers(tx, o)
}

export async function unlinkAccount(tx: Tx, o: { centerId: string; userId: string }): Promise<void> {
  await repository.unlinkAccount(tx, o)
}
