import { api, withUserId } from '#server/api/procedures.ts'
import { agendaScope } from '#server/features/centers/centers.policy.ts'
import { requireMember } from '#server/features/centers/usecases/require-member.ts'
import { listComingHolidays } from '../usecases/list-holidays.ts'
import { updateHours } from '../usecases/update-hours.ts'
import { addTimeOff, closeOnHolidays, listAvailability, removeTimeOff } from '../usecases/update-time-off.ts'

export const availabilityRoutes = {
  list: api.availability.list.handler(async ({ input: { centerId }, context }) => {
    const { platform } = context
    const member = await requireMember(platform.db, withUserId(context, { centerId }))
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
    return { affected: await updateHours(context.platform, withUserId(context, { ...change, preview })) }
  }),

  addTimeOff: api.availability.addTimeOff.handler(async ({ input, context }) => {
    const { startsAt, endsAt, reason, preview = false, ...change } = input
    const absence = { startsAt: new Date(startsAt), endsAt: new Date(endsAt), reason }
    return addTimeOff(context.platform, withUserId(context, { ...change, absence, preview }))
  }),

  removeTimeOff: api.availability.removeTimeOff.handler(async ({ input, context }) => ({
    removed: await removeTimeOff(context.platform, withUserId(context, input)),
  })),

  holidays: api.availability.holidays.handler(async ({ context }) => ({
    items: await listComingHolidays(context.platform),
  })),

  closeOnHolidays: api.availability.closeOnHolidays.handler(async ({ input, context }) => {
    const { preview = false, ...change } = input
    return { affected: await closeOnHolidays(context.platform, withUserId(context, { ...change, preview })) }
  }),
}
