import type { WeeklyInterval } from '#server/features/appointments/rules/free-times.ts'
import { mergeSpecialties, mergeWeeklyIntervals } from '#server/features/centers/centers.rules.ts'
import { lockCenter } from '#server/features/centers/centers.usecases.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
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
