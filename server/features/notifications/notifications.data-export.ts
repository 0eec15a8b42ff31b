import { dataExportPart } from '#server/platform/data-export.ts'
import { listSwitches } from './notifications.repository.ts'

/** Only the kinds that the person switched are stored. */
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
