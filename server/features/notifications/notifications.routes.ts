import { api, requireActor } from '#server/http/procedures.ts'

import { listPreferences, setPreference } from './notifications.usecases.ts'

export const notificationsRoutes = {
  preferences: api.notifications.preferences.handler(async ({ context }) => ({
    items: await listPreferences(context.platform, { userId: requireActor(context).userId }),
  })),

  setPreference: api.notifications.setPreference.handler(async ({ input, context }) => {
    const { userId } = requireActor(context)
    await setPreference(context.platform, { ...input, userId })
    return { items: await listPreferences(context.platform, { userId }) }
  }),
}
