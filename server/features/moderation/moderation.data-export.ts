import { actionNames } from '#contract/action-names.ts'
import { dataExportPart } from '#server/platform/data-export.ts'
import * as repository from './repository/data-export.ts'

export const actions = dataExportPart({
  name: 'measures',
  title: 'Medidas de nuestro equipo sobre la cuenta',
  layout: 'lines',
  fields: {
    createdAt: { label: 'Fecha', as: 'instant' },
    actionType: { label: 'Medida', as: actionNames },
    reason: { label: 'Motivo' },
    id: { label: 'Identificador' },
  },
  read: repository.listActionsOfUser,
})

export const centerActions = dataExportPart({
  name: 'centerMeasures',
  title: 'Medidas de nuestro equipo sobre tu centro',
  layout: 'lines',
  fields: {
    createdAt: { label: 'Fecha', as: 'instant' },
    targetType: { label: 'Sobre', as: { center: 'El centro', document: 'Un documento', commission: 'Las comisiones' } },
    actionType: { label: 'Medida', as: actionNames },
    reason: { label: 'Motivo' },
    id: { label: 'Identificador' },
  },
  read: repository.listActionsOfOwner,
})
