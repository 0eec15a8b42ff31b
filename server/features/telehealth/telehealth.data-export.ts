import { dataExportPart } from '#server/platform/data-export.ts'
import { listConsents } from './telehealth.repository.ts'

export const telehealthConsents = dataExportPart({
  name: 'telehealthConsents',
  title: 'Consentimientos para videollamadas',
  layout: 'lines',
  fields: {
    decidedAt: { label: 'Fecha', as: 'instant' },
    decision: { label: 'Decisión', as: { given: 'Lo diste', revoked: 'Lo retiraste' } },
    textVersion: { label: 'Versión del texto' },
    startsAt: { label: 'Para la cita del', as: 'instant' },
    appointmentId: { label: 'Cita' },
    id: { label: 'Identificador' },
  },
  read: listConsents,
})
