import { brand } from '#contract/brand.ts'
import { zone } from '#contract/calendar.ts'
import { accountsRoutes } from '#server/features/accounts/routes/accounts.ts'
import { dataExportsRoutes } from '#server/features/accounts/routes/data-exports.ts'
import { dependantsRoutes } from '#server/features/accounts/routes/dependants.ts'
import { sessionsRoutes } from '#server/features/accounts/routes/sessions.ts'
import { appointmentsRoutes } from '#server/features/appointments/appointments.routes.ts'
import { centersRoutes } from '#server/features/centers/centers.routes.ts'
import { notificationsRoutes } from '#server/features/notifications/notifications.routes.ts'
import { reviewsRoutes } from '#server/features/reviews/reviews.routes.ts'

import { api } from './procedures.ts'

/** The features' routes, put together. */
export const router = api.router({
  accounts: accountsRoutes,
  appointments: appointmentsRoutes,
  centers: centersRoutes,
  dataExports: dataExportsRoutes,
  dependants: dependantsRoutes,
  notifications: notificationsRoutes,
  reviews: reviewsRoutes,
  service: {
    status: api.service.status.handler(({ context }) => ({
      name: brand.name,
      now: context.platform.clock.now().toISOString(),
      zone,
    })),
  },
  sessions: sessionsRoutes,
})
