import type { Platform } from '#server/platform/platform.ts'
import type { Db } from '#server/platform/postgres/database.ts'
import * as availability from '../repository/availability.ts'
import { hoursVersion } from '../rules/availability.ts'

export async function listAvailability(
  { db, clock }: { db: Db } & Pick<Platform, 'clock'>,
  input: { centerId: string; professionalId: string | undefined },
) {
  const professionals = await availability.listActive(db, {
    centerId: input.centerId,
    professionalIds: input.professionalId === undefined ? undefined : [input.professionalId],
  })
  const professionalIds = professionals.map(({ id }) => id)
  const hours = await availability.listHours(db, { professionalIds })
  const timeOff = await availability.listTimeOff(db, { professionalIds, now: clock.now() })
  return professionals.map(({ id, name }) => {
    const own = hours
      .filter(({ professionalId }) => professionalId === id)
      .map(({ weekday, startMinute, endMinute }) => ({ weekday, startMinute, endMinute }))
    const ownTimeOff = timeOff.filter(({ professionalId }) => professionalId === id)
    return { professionalId: id, name, version: hoursVersion(own), hours: own, timeOff: ownTimeOff }
  })
}
