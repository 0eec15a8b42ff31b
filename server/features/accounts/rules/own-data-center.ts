import type { Format, Section } from './own-data.ts'

const instant = 'instant' satisfies Format
const yesNo = 'yesNo' satisfies Format
const money = 'money' satisfies Format

const weekdays = { 1: 'Lunes', 2: 'Martes', 3: 'Miércoles', 4: 'Jueves', 5: 'Viernes', 6: 'Sábado', 7: 'Domingo' }

/** How the parts about a centre of one's own, and about working at others', read. */
export const centerSections: {
  [Name in
    | 'center'
    | 'memberships'
    | 'invitations'
    | 'professionals'
    | 'services'
    | 'documents'
    | 'hours'
    | 'timeOff']: Section<Name>
} = {
  center: {
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
      description: { label: 'Descripción' },
      specialties: { label: 'Especialidades' },
      services: { label: 'Tipos de servicio' },
      modalities: { label: 'Modalidades' },
      languages: { label: 'Idiomas' },
      website: { label: 'Sitio web' },
      instagram: { label: 'Instagram' },
      facebook: { label: 'Facebook' },
      alternativeEmail: { label: 'Correo alternativo' },
      logoUrl: { label: 'Dirección del logo' },
      coverUrl: { label: 'Dirección de la portada' },
      sessionDuration: { label: 'Minutos de una sesión' },
      isPublic: { label: 'Perfil público', as: yesNo },
      verified: { label: 'Verificado', as: yesNo },
      complianceStatus: { label: 'Cumplimiento', as: { compliant: 'Al día', non_compliant: 'Pendiente' } },
      approvedAt: { label: 'Aprobado', as: instant },
      confirmsManually: { label: 'Confirma cada cita', as: yesNo },
      lateRefundPercent: { label: 'Devolución de cancelaciones tardías (%)' },
      cancellationPolicy: { label: 'Política de cancelación' },
      commissionPercent: { label: 'Comisión (%)' },
      rating: { label: 'Calificación' },
      totalReviews: { label: 'Opiniones recibidas' },
      createdAt: { label: 'Creado', as: instant },
      updatedAt: { label: 'Último cambio', as: instant },
      id: { label: 'Identificador' },
    },
  },
  memberships: {
    title: 'Centros en los que trabajas',
    layout: 'lines',
    fields: {
      centerName: { label: 'Centro' },
      role: { label: 'Como', as: { owner: 'A cargo', professional: 'Profesional', reception: 'Recepción' } },
      createdAt: { label: 'Desde', as: instant },
    },
  },
  invitations: {
    title: 'Invitaciones a un equipo',
    layout: 'lines',
    fields: {
      centerName: { label: 'Centro' },
      email: { label: 'Para' },
      role: { label: 'Como', as: { professional: 'Profesional', reception: 'Recepción' } },
      sentAt: { label: 'Enviada', as: instant },
      expiresAt: { label: 'Vence', as: instant },
    },
  },
  professionals: {
    title: 'Profesionales',
    layout: 'tables',
    fields: {
      fullName: { label: 'Nombre' },
      title: { label: 'Título' },
      centerName: { label: 'Centro' },
      specialties: { label: 'Especialidades' },
      modalities: { label: 'Modalidades' },
      videoPlatform: { label: 'Plataforma de videollamada' },
      registrationNumber: { label: 'Matrícula' },
      bio: { label: 'Presentación' },
      photoUrl: { label: 'Dirección de la foto' },
      isActive: { label: 'Atiende', as: yesNo },
      rating: { label: 'Calificación' },
      totalReviews: { label: 'Opiniones recibidas' },
      createdAt: { label: 'Desde', as: instant },
      id: { label: 'Identificador' },
    },
  },
  services: {
    title: 'Servicios',
    layout: 'tables',
    fields: {
      name: { label: 'Nombre' },
      serviceType: { label: 'Tipo de servicio' },
      professionalName: { label: 'Profesional' },
      price: { label: 'Precio', as: money },
      durationMinutes: { label: 'Minutos' },
      isActive: { label: 'Se ofrece', as: yesNo },
      createdAt: { label: 'Desde', as: instant },
      id: { label: 'Identificador' },
    },
  },
  documents: {
    title: 'Documentos del centro',
    layout: 'lines',
    fields: {
      type: {
        label: 'Documento',
        as: { license: 'Habilitación', insurance: 'Seguro', certification: 'Certificación' },
      },
      status: {
        label: 'Estado',
        as: { pending: 'En revisión', approved: 'Aprobado', rejected: 'Rechazado', expired: 'Vencido' },
      },
      fileName: { label: 'Archivo' },
      expiryDate: { label: 'Vence', as: 'day' },
      notes: { label: 'Observaciones' },
      checkedAt: { label: 'Revisado', as: instant },
      createdAt: { label: 'Desde', as: instant },
      id: { label: 'Identificador' },
    },
  },
  hours: {
    title: 'Horarios',
    layout: 'lines',
    fields: {
      professionalName: { label: 'Profesional' },
      weekday: { label: 'Día', as: weekdays },
      from: { label: 'Desde' },
      to: { label: 'Hasta' },
    },
  },
  timeOff: {
    title: 'Ausencias',
    layout: 'lines',
    fields: {
      professionalName: { label: 'Profesional' },
      startsAt: { label: 'Desde', as: instant },
      endsAt: { label: 'Hasta', as: instant },
      reason: { label: 'Motivo' },
      createdAt: { label: 'Anotada', as: instant },
    },
  },
}
