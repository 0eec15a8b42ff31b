import { dataExportPart } from '#server/platform/data-export.ts'
import { listMessagesOfAccount } from './repository/messages.ts'

/** As a patient, both sides of the conversations; for a centre, the messages that the person sent. */
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
