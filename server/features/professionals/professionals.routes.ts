import { agendaScope } from '#server/features/centers/centers.policy.ts'
import { requireMember } from '#server/features/centers/centers.usecases.ts'
import { api, requireActor } from '#server/http/procedures.ts'
import { changeHours } from './usecases/change-hours.ts'
import {
  addTimeOffFor,
  closeOnHolidays,
  listAvailability,
  listHolidays,
  removeTimeOff,
} from './usecases/change-time-off.ts'

export const availabilityRoutes = {
  list: api.availability.list.handler(async ({ input: { centerId }, context }) => {
    const { platform } = context
    const member = await requireMember(platform.db, { centerId, userId: requireActor(context).userId })
    const items = await listAvailability(platform, { centerId, ...agendaScope(member) })
    return {
      items: items.map((item) => ({
        ...item,
        timeOff: item.timeOff.map((off) => ({
          ...off,
          startsAt: off.startsAt.toISOString(),
          endsAt: off.endsAt.toISOString(),
        })),
      })),
    }
  }),

  setHours: api.availability.setHours.handler(async ({ input, context }) => {
    const { preview = false, ...change } = input
    const { userId } = requireActor(context)
    return { affected: await changeHours(context.platform, { ...change, preview, userId }) }
  }),

  addTimeOff: api.availability.addTimeOff.handler(async ({ input, context }) => {
    const { startsAt, endsAt, reason, preview = false, ...change } = input
    const { userId } = requireActor(context)
    const absence = { startsAt: new Date(startsAt), endsAt: new Date(endsAt), reason }
    return { affected: await addTimeOffFor(context.platform, { ...change, absence, preview, userId }) }
  }),

  removeTimeOff: api.availability.removeTimeOff.handler(async ({ input, context }) => ({
    removed: await removeTimeOff(context.platform, { ...input, userId: requireActor(context).userId }),
  })),

  holidays: api.availability.holidays.handler(async ({ context }) => ({ items: await listHolidays(context.platform) })),

  closeOnHolidays: api.availability.closeOnHolidays.handler(async ({ input, context }) => {
    const { preview = false, ...change } = input
    const { userId } = requireActor(context)
    return { affected: await closeOnHolidays(context.platform, { ...change, preview, userId }) }
  }),
}
