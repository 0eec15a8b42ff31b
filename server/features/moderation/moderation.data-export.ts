import { dataExportPart } from '#server/platform/data-export.ts'
import * as repository from './moderation.repository.ts'

export const measures = dataExportPart({
  name: 'measures',
  title: 'Medidas de nuestro equipo sobre la cuenta',
  layout: 'lines',
  fields: {
    createdAt: { label: 'Fecha', as: 'instant' },
    actionType: {
      label: 'Medida',
      as: {
        suspend: 'Suspensión',
        ban: 'Bloqueo',
        activate: 'Reactivación',
        role_change: 'Cambio de rol',
        undo: 'Medida deshecha',
      },
    },
    reason: { label: 'Motivo' },
    id: { label: 'Identificador' },
  },
  read: repository.listMeasuresOfUser,
})
