import { dataExportPart } from '#server/platform/data-export.ts'
import { listActionsOf, listReportsOf } from './repository/message-queue.ts'
import { listMessagesOfAccount } from './repository/messages.ts'

/** All messages of the user's conversations as a patient; for a centre, only those that the user sent. */
export const messages = dataExportPart({
  name: 'messages',
  title: 'Mensajes',
  layout: 'lines',
  fields: {
    sentAt: { label: 'Fecha', as: 'instant' },
    centerName: { label: 'Centro' },
    patientName: { label: 'Paciente' },
    senderType: { label: 'Escribió', as: { patient: 'Paciente', center: 'Centro' } },
    content: { label: 'Mensaje' },
  },
  read: listMessagesOfAccount,
})

export const messageReports = dataExportPart({
  name: 'messageReports',
  title: 'Mensajes que pediste revisar',
  layout: 'lines',
  fields: {
    createdAt: { label: 'Fecha', as: 'instant' },
    centerName: { label: 'Centro' },
    reason: { label: 'Motivo' },
  },
  read: listReportsOf,
})

export const messageActions = dataExportPart({
  name: 'messageMeasures',
  title: 'Medidas de nuestro equipo sobre tus mensajes',
  layout: 'lines',
  fields: {
    createdAt: { label: 'Fecha', as: 'instant' },
    actionType: { label: 'Medida', as: { delete: 'Mensaje retirado', warn: 'Advertencia' } },
    reason: { label: 'Motivo' },
  },
  read: listActionsOf,
})
