import type { AffectedAppointment, Availability } from '#contract/availability.ts'
import { api, withUserId } from '#server/api/procedures.ts'
import { agendaScope, type Member, maySetHours } from '../centers.policy.ts'
import type { Upcoming } from '../repository/upcoming-appointments.ts'
import { listAvailability } from '../usecases/list-availability.ts'
import { listUpcomingHolidays } from '../usecases/list-holidays.ts'
import { requireMember } from '../usecases/require-member.ts'
import { setHours } from '../usecases/set-hours.ts'
import { closeOnHolidays, removeTimeOff } from '../usecases/update-time-off.ts'

export const availabilityRoutes = {
  list: api.availability.list.handler(async ({ input: { centerId }, context }) => {
    const { platform } = context
    const member = await requireMember(platform.db, withUserId(context, { centerId }))
    const items = await listAvailability(platform, { centerId, ...agendaScope(member) })
    return { items: items.map((item) => presentAvailability({ item, member })) }
  }),

  setHours: api.availability.setHours.handler(async ({ input, context }) => {
    const { preview = false, ...change } = input
    const affected = await setHours(context.platform, withUserId(context, { ...change, preview }))
    return { affected: affected.map(presentAffected) }
  }),

  removeTimeOff: api.availability.removeTimeOff.handler(async ({ input, context }) => ({
    removed: await removeTimeOff(context.platform, withUserId(context, input)),
  })),

  holidays: api.availability.holidays.handler(async ({ context }) => ({
    items: await listUpcomingHolidays(context.platform),
  })),

  closeOnHolidays: api.availability.closeOnHolidays.handler(async ({ input, context }) => {
    const { preview = false, ...change } = input
    const affected = await closeOnHolidays(context.platform, withUserId(context, { ...change, preview }))
    return { affected: affected.map(presentAffected) }
  }),
}

type AvailabilityRow = Awaited<ReturnType<typeof listAvailability>>[number]

function presentAvailability({ item, member }: { item: AvailabilityRow; member: Member }): Availability {
  return {
    ...item,
    timeOff: item.timeOff.map((off) => ({
      ...off,
      startsAt: off.startsAt.toISOString(),
      endsAt: off.endsAt.toISOString(),
    })),
    can: { setHours: maySetHours(member, item) },
  }
}

export function presentAffected({ id, startsAt, name, professionalName }: Upcoming): AffectedAppointment {
  return { id, startsAt: startsAt.toISOString(), name, professionalName }
}
