import { dataExportPart } from '#server/platform/data-export.ts'
import * as repository from './support.repository.ts'

export const supportRequests = dataExportPart({
  name: 'supportRequests',
  title: 'Consultas a soporte',
  layout: 'tables',
  fields: {
    createdAt: { label: 'Fecha', as: 'instant' },
    reference: { label: 'Referencia' },
    fullName: { label: 'Nombre' },
    email: { label: 'Correo para la respuesta' },
    message: { label: 'Mensaje' },
    sentFrom: { label: 'Desde', as: { widget: 'Soporte de la página de inicio', contact: 'Página de contacto' } },
  },
  read: repository.listRequestsOf,
})
