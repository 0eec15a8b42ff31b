import type { NotificationKind } from '#contract/notifications.ts'
import { dataExportPart } from '#server/platform/data-export.ts'
import { listNotificationsOfAccount } from './repository/notifications.ts'
import { listSwitches } from './repository/preferences.ts'
import { listSubscriptionsOfAccount } from './repository/push.ts'

const kinds = {
  appointment: 'Citas',
  reminder: 'Recordatorios',
  message: 'Mensajes',
  rating: 'Calificaciones',
  account: 'Tu cuenta y tu centro',
  points: 'Puntos y recompensas',
  promotion: 'Promociones',
} satisfies Record<NotificationKind, string>

/** Only the kinds that the user switched are stored. */
export const notificationPreferences = dataExportPart({
  name: 'notificationPreferences',
  title: 'Avisos que elegiste',
  layout: 'lines',
  fields: {
    kind: {
      label: 'Aviso',
      as: kinds,
    },
    byMail: { label: 'Por correo', as: 'yesNo' },
    byPush: { label: 'En el navegador', as: 'yesNo' },
    updatedAt: { label: 'Elegido', as: 'instant' },
  },
  read: listSwitches,
})

export const notifications = dataExportPart({
  name: 'notifications',
  title: 'Avisos que recibiste',
  layout: 'lines',
  fields: {
    createdAt: { label: 'Fecha', as: 'instant' },
    type: { label: 'Aviso', as: kinds },
    title: { label: 'Título' },
    message: { label: 'Texto' },
    readAt: { label: 'Leído', as: 'instant' },
  },
  read: listNotificationsOfAccount,
})

export const pushSubscriptions = dataExportPart({
  name: 'pushSubscriptions',
  title: 'Navegadores que muestran tus avisos',
  layout: 'lines',
  fields: {
    createdAt: { label: 'Desde', as: 'instant' },
    endpoint: { label: 'Dirección del servicio' },
  },
  read: listSubscriptionsOfAccount,
})
