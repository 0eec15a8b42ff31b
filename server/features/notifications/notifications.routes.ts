import { api, withUserId } from '#server/api/procedures.ts'

import { listPreferences, setPreference } from './notifications.usecases.ts'

export const notificationsRoutes = {
  preferences: api.notifications.preferences.handler(async ({ context }) => ({
    items: await listPreferences(context.platform, withUserId(context, {})),
  })),

  setPreference: api.notifications.setPreference.handler(async ({ input, context }) => {
    await setPreference(context.platform, withUserId(context, input))
    return { items: await listPreferences(context.platform, withUserId(context, {})) }
  }),
}
