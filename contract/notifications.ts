import type { ErrorMap } from '@orpc/contract'
import { z } from 'zod'
import { pickErrors } from './errors.ts'
import { route } from './route.ts'
import { cursorInput, id, instant, instantInput, pageOf } from './values.ts'

export const notificationErrors = {
  'notifications.not_found': { status: 404, message: 'No encontramos ese aviso.' },
} as const satisfies ErrorMap

/**
 * The kinds of notifications, in the order of the screen. The list has all of them; users choose what is mailed and pushed. Mails
 * about the security of an account are of no kind: they are always sent.
 */
export const notificationKinds = [
  'appointment',
  'reminder',
  'message',
  'rating',
  'account',
  'points',
  'promotion',
] as const
export type NotificationKind = (typeof notificationKinds)[number]
/** The kinds whose mails their reader does not choose: what is decided about an account or a centre is always mailed, and points never are. */
export const fixedMails: Partial<Record<NotificationKind, boolean>> = { account: true, points: false }
/** Promotions are advertising: only users who switched them on are notified. */
export const optInKinds: readonly NotificationKind[] = ['promotion']

export const notification = z.object({
  id,
  type: z.enum(notificationKinds),
  title: z.string(),
  message: z.string(),
  /** The page of this site that shows what it is about. */
  href: z.string(),
  timestamp: instant,
  read: z.boolean(),
})
export type Notification = z.output<typeof notification>

const channels = { byMail: z.boolean(), byPush: z.boolean() }
const preference = z.object({ kind: z.enum(notificationKinds), ...channels })
export type NotificationPreference = z.output<typeof preference>

/** Each kind is listed, in the order of the screen. */
const preferences = z.object({ items: z.array(preference) })

const pushSubscription = z.object({
  endpoint: z.url({ error: 'No es una dirección válida' }).max(1000),
  p256dh: z.string().regex(/^[\w-]{80,100}={0,2}$/, 'No es una clave válida'),
  auth: z.string().regex(/^[\w-]{16,64}={0,2}$/, 'No es una clave válida'),
})

const tags = ['Avisos']
const unreadCount = z.object({ unread: z.number().int() })

export const notifications = {
  list: route({
    method: 'GET',
    path: '/me/notifications',
    access: 'signedIn',
    summary: 'Los avisos propios, el más nuevo primero',
    tags,
  })
    .input(z.object({ only: z.enum(['unread']).optional(), ...cursorInput }))
    .output(pageOf(notification).extend({ unread: z.number().int() })),
  unread: route({
    method: 'GET',
    path: '/me/notifications/unread',
    access: 'signedIn',
    summary: 'Cuántos avisos hay sin leer, hasta 100',
    tags,
  }).output(unreadCount),
  markRead: route({
    method: 'PUT',
    path: '/me/notifications/{notificationId}/read',
    access: 'signedIn',
    changes: ['notifications.list'],
    summary: 'Marca un aviso como leído, o como no leído',
    tags,
  })
    .input(z.object({ notificationId: id, isRead: z.boolean().default(true) }))
    .output(unreadCount)
    .errors(pickErrors(notificationErrors, 'notifications.not_found')),
  markAllRead: route({
    method: 'PUT',
    path: '/me/notifications/read',
    access: 'signedIn',
    changes: ['notifications.list'],
    summary: 'Marca como leídos todos los avisos hasta un momento',
    description: 'Uno que llega mientras tanto queda sin leer.',
    tags,
  })
    .input(z.object({ upTo: instantInput }))
    .output(unreadCount),
  preferences: route({
    method: 'GET',
    path: '/me/notification-preferences',
    access: 'signedIn',
    summary: 'Qué avisos recibe quien pregunta, y por dónde',
    tags,
  }).output(preferences),
  setPreference: route({
    method: 'PUT',
    path: '/me/notification-preferences/{kind}',
    access: 'signedIn',
    changes: ['notifications.preferences'],
    summary: 'Activa o apaga un tipo de aviso, por correo o en el navegador',
    tags,
  })
    .input(
      preference
        .partial({ byMail: true, byPush: true })
        .refine(({ byMail, byPush }) => byMail !== undefined || byPush !== undefined, {
          error: 'Elige por dónde',
          path: ['byMail'],
        })
        .refine(({ kind, byMail }) => byMail === undefined || byMail === (fixedMails[kind] ?? byMail), {
          error: 'Los correos de este tipo no se eligen',
          path: ['byMail'],
        }),
    )
    .output(preferences),
  pushKey: route({
    method: 'GET',
    path: '/me/push-key',
    access: 'signedIn',
    summary: 'La clave pública con la que un navegador se suscribe a los avisos',
    tags,
  }).output(z.object({ publicKey: z.string() })),
  subscribe: route({
    method: 'PUT',
    path: '/me/push-subscriptions',
    access: 'signedIn',
    changes: [],
    summary: 'Envía los avisos también a este navegador',
    description: 'Una cuenta tiene hasta 10 navegadores; el más nuevo reemplaza al más viejo.',
    tags,
  })
    .input(pushSubscription)
    .output(z.object({ isSubscribed: z.boolean() })),
  // The browser renews it while no page is open, so without a session: it proves itself by the secrets of the former one.
  renewSubscription: route({
    method: 'POST',
    path: '/push-subscriptions/renew',
    access: 'public',
    changes: [],
    summary: 'Reemplaza la suscripción de un navegador por la que la sucede',
    tags,
  })
    .input(pushSubscription.extend({ former: pushSubscription.pick({ endpoint: true, auth: true }) }))
    .output(z.object({ isSubscribed: z.boolean() })),
  checkSubscription: route({
    method: 'POST',
    path: '/me/push-subscriptions/check',
    access: 'signedIn',
    changes: [],
    summary: 'Si los avisos llegan a este navegador',
    description: 'Terminan con la sesión que los activó, y cuando el servicio del navegador los rechaza.',
    tags,
  })
    .input(z.object({ endpoint: z.string().max(1000) }))
    .output(z.object({ isSubscribed: z.boolean() })),
  unsubscribe: route({
    method: 'DELETE',
    path: '/me/push-subscriptions',
    access: 'signedIn',
    changes: [],
    summary: 'Deja de enviar avisos a este navegador',
    tags,
  })
    .input(z.object({ endpoint: z.string().max(1000) }))
    .output(z.object({ isSubscribed: z.literal(false) })),
}
