import { dataExportPart } from '#server/platform/data-export.ts'
import { listSwitches } from './notifications.repository.ts'

/** What the person switched; what they left alone is not kept. */
export const notificationPreferences = dataExportPart({
  name: 'notificationPreferences',
  title: 'Avisos que elegiste',
  layout: 'lines',
  fields: {
    kind: {
      label: 'Aviso',
      as: {
        appointment: 'Citas',
        reminder: 'Recordatorios',
        message: 'Mensajes',
        rating: 'Calificaciones',
        promotion: 'Promociones',
      },
    },
    byMail: { label: 'Por correo', as: 'yesNo' },
    updatedAt: { label: 'Elegido', as: 'instant' },
  },
  read: listSwitches,
})
