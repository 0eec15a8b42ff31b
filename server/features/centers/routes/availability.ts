import { api, withUserId } from '#server/api/procedures.ts'
import { agendaScope, maySetHours } from '../centers.policy.ts'
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
    return { items: items.map((item) => ({ ...item, can: { setHours: maySetHours(member, item) } })) }
  }),

  setHours: api.availability.setHours.handler(async ({ input, context }) => {
    const { preview = false, ...change } = input
    return { affected: await setHours(context.platform, withUserId(context, { ...change, preview })) }
  }),

  removeTimeOff: api.availability.removeTimeOff.handler(async ({ input, context }) => ({
    removed: await removeTimeOff(context.platform, withUserId(context, input)),
  })),

  holidays: api.availability.holidays.handler(async ({ context }) => ({
    items: await listUpcomingHolidays(context.platform),
  })),

  closeOnHolidays: api.availability.closeOnHolidays.handler(async ({ input, context }) => {
    const { preview = false, ...change } = input
    return { affected: await closeOnHolidays(context.platform, withUserId(context, { ...change, preview })) }
  }),
}
