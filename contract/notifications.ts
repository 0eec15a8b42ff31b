import { z } from 'zod'
import { route } from './route.ts'

/** Notifications that users can switch off. Mails about the security of an account are not among them: they are always sent. */
export const notificationKinds = ['appointment', 'reminder', 'message', 'rating', 'promotion'] as const
export type NotificationKind = (typeof notificationKinds)[number]

const preference = z.object({ kind: z.enum(notificationKinds), byMail: z.boolean() })
export type NotificationPreference = z.output<typeof preference>

/** Each kind that the server sends today, in the order of the screen. */
const preferences = z.object({ items: z.array(preference) })

const tags = ['Avisos']

export const notifications = {
  preferences: route({
    method: 'GET',
    path: '/me/notification-preferences',
    access: 'signedIn',
    summary: 'Qué avisos recibe quien pregunta',
    tags,
  }).output(preferences),
  setPreference: route({
    method: 'PUT',
    path: '/me/notification-preferences/{kind}',
    access: 'signedIn',
    summary: 'Activa o apaga un tipo de aviso',
    tags,
  })
    .input(preference)
    .output(preferences),
}
