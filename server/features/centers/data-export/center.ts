import { coverLabels } from '#contract/cover-labels.ts'
import { dataExportPart } from '#server/platform/data-export.ts'
import * as invitationRows from '../repository/invitations.ts'
import * as ofOwner from '../repository/of-owner.ts'

export const center = dataExportPart({
  name: 'center',
  title: 'Tu centro',
  layout: 'tables',
  fields: {
    name: { label: 'Nombre' },
    ownerName: { label: 'A cargo de' },
    contactEmail: { label: 'Correo' },
    phone: { label: 'Teléfono' },
    address: { label: 'Dirección' },
    neighborhood: { label: 'Barrio' },
    department: { label: 'Departamento' },
    latitude: { label: 'Latitud' },
    longitude: { label: 'Longitud' },
    isPinExact: { label: 'Punto del mapa exacto', as: 'yesNo' },
    description: { label: 'Descripción' },
    specialties: { label: 'Especialidades' },
    services: { label: 'Tipos de servicio' },
    modalities: { label: 'Modalidades' },
    languages: { label: 'Idiomas' },
    covers: { label: 'Coberturas que acepta', as: coverLabels },
    website: { label: 'Sitio web' },
    whatsapp: { label: 'WhatsApp' },
    instagram: { label: 'Instagram' },
    facebook: { label: 'Facebook' },
    alternativeEmail: { label: 'Correo alternativo' },
    logoUrl: { label: 'Dirección del logo' },
    coverUrl: { label: 'Dirección de la portada' },
    sessionDuration: { label: 'Minutos de una sesión' },
    isPublic: { label: 'Perfil público', as: 'yesNo' },
    verified: { label: 'Verificado', as: 'yesNo' },
    complianceStatus: { label: 'Cumplimiento', as: { compliant: 'Al día', non_compliant: 'Pendiente' } },
    approvedAt: { label: 'Aprobado', as: 'instant' },
    helpRequestedAt: { label: 'Pediste ayuda', as: 'instant' },
    confirmsManually: { label: 'Confirma cada cita', as: 'yesNo' },
    lateRefundPercent: { label: 'Devolución de cancelaciones tardías (%)' },
    cancellationPolicy: { label: 'Política de cancelación' },
    firstCommissionPercent: { label: 'Comisión al registrarse (%)' },
    rating: { label: 'Calificación' },
    totalReviews: { label: 'Opiniones que cuentan en la calificación' },
    createdAt: { label: 'Creado', as: 'instant' },
    updatedAt: { label: 'Último cambio', as: 'instant' },
    id: { label: 'Identificador' },
  },
  read: async (db, { userId }) => (await ofOwner.findWholeCenter(db, { centerId: userId })) ?? null,
})

export const memberships = dataExportPart({
  name: 'memberships',
  title: 'Centros en los que trabajas',
  layout: 'lines',
  fields: {
    centerName: { label: 'Centro' },
    role: { label: 'Como', as: { owner: 'A cargo', professional: 'Profesional', reception: 'Recepción' } },
    createdAt: { label: 'Desde', as: 'instant' },
  },
  read: ofOwner.listMemberships,
})

export const invitations = dataExportPart({
  name: 'invitations',
  title: 'Invitaciones a un equipo',
  layout: 'lines',
  fields: {
    centerName: { label: 'Centro' },
    email: { label: 'Para' },
    role: { label: 'Como', as: { professional: 'Profesional', reception: 'Recepción' } },
    sentAt: { label: 'Enviada', as: 'instant' },
    expiresAt: { label: 'Vence', as: 'instant' },
  },
  read: invitationRows.listOfAccount,
})
