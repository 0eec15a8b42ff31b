import { dataExportPart } from '#server/platform/data-export.ts'
import * as repository from './repository/data-export.ts'

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
        points_correction: 'Corrección de puntos',
        undo: 'Medida deshecha',
      },
    },
    reason: { label: 'Motivo' },
    id: { label: 'Identificador' },
  },
  read: repository.listMeasuresOfUser,
})

export const centerMeasures = dataExportPart({
  name: 'centerMeasures',
  title: 'Medidas de nuestro equipo sobre tu centro',
  layout: 'lines',
  fields: {
    createdAt: { label: 'Fecha', as: 'instant' },
    targetType: { label: 'Sobre', as: { center: 'El centro', document: 'Un documento', commission: 'Las comisiones' } },
    actionType: {
      label: 'Medida',
      as: {
        approve: 'Aprobación',
        revoke: 'Aprobación retirada',
        reject: 'Rechazo',
        request: 'Pedido de otro documento',
        expire: 'Vencimiento',
        settle: 'Liquidación',
        cancel: 'Comisión sin efecto',
        rate_change: 'Cambio de comisión',
        undo: 'Medida deshecha',
      },
    },
    reason: { label: 'Motivo' },
    id: { label: 'Identificador' },
  },
  read: repository.listMeasuresOfOwner,
})
