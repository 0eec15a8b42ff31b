import { api, asked } from '#server/http/procedures.ts'

import { listPreferences, setPreference } from './notifications.usecases.ts'

export const notificationsRoutes = {
  preferences: api.notifications.preferences.handler(async ({ context }) => ({
    items: await listPreferences(context.platform, asked(context, {})),
  })),

  setPreference: api.notifications.setPreference.handler(async ({ input, context }) => {
    await setPreference(context.platform, asked(context, input))
    return { items: await listPreferences(context.platform, asked(context, {})) }
  }),
}
