import { presetHours } from '#contract/availability.ts'
import { newId } from '#server/platform/ids.ts'
import type { Db } from '#server/platform/postgres/database.ts'

/** Monday, 7 December 2026, 09:00 in Montevideo, four days after the time of the benches' clock. */
export const firstMonday = Date.parse('2026-12-07T12:00:00Z')
export const benchNow = new Date('2026-12-03T12:00:00Z')

/** The n-th half-hour of the preset hours (18 a day, Monday to Saturday), from `firstMonday` on. */
export function nthTime(n: number): Date {
  const workday = Math.floor(n / 18)
  const day = Math.floor(workday / 6) * 7 + (workday % 6)
  const slot = n % 18
  const minutes = slot < 8 ? slot * 30 : 300 + (slot - 8) * 30
  return new Date(firstMonday + day * 86_400_000 + minutes * 60_000)
}

export async function insertPatients(db: Db, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, newId)
  for (let from = 0; from < count; from += 1000) {
    const group = ids.slice(from, from + 1000)
    await db
      .insertInto('users')
      // Verified: over the rounds, one patient books more than an unverified account may.
      .values(
        group.map((id) => ({ id, email: `${id}@bench.uy`, email_confirmed_at: benchNow, email_verified_at: benchNow })),
      )
      .execute()
    await db
      .insertInto('profiles')
      .values(group.map((id) => ({ id, user_type: 'patient', email: `${id}@bench.uy`, full_name: 'Bench' })))
      .execute()
  }
  return ids
}

/** A public centre with one professional, the preset hours and one 30-minute service. */
export async function insertCalendar(db: Db): Promise<{ centerId: string; professionalId: string; serviceId: string }> {
  const [centerId, professionalId, serviceId] = [newId(), newId(), newId()]
  await db
    .insertInto('users')
    .values({ id: centerId, email: `${centerId}@bench.uy` })
    .execute()
  await db
    .insertInto('profiles')
    .values({ id: centerId, user_type: 'center', email: `${centerId}@bench.uy` })
    .execute()
  await db
    .insertInto('center_profiles')
    .values({
      id: centerId,
      center_name: 'Bench',
      email: `${centerId}@bench.uy`,
      address: 'Bench 1',
      is_public: true,
      approved_at: benchNow,
      services: ['fisioterapia'],
    })
    .execute()
  await db.insertInto('professionals').values({ id: professionalId, center_id: centerId, full_name: 'Bench' }).execute()
  await db
    .insertInto('services')
    .values({
      id: serviceId,
      center_id: centerId,
      professional_id: professionalId,
      service_type: 'fisioterapia',
      name: 'Sesión',
      price: 120_000,
      duration_minutes: 30,
    })
    .execute()
  await db
    .insertInto('weekly_hours')
    .values(
      presetHours.map(({ weekday, startMinute, endMinute }) => ({
        id: newId(),
        professional_id: professionalId,
        weekday,
        start_minute: startMinute,
        end_minute: endMinute,
      })),
    )
    .execute()
  return { centerId, professionalId, serviceId }
}
