import type { Format, Section, SectionName } from './own-data.ts'
import { accountSections } from './own-data-account.ts'
import { centerSections } from './own-data-center.ts'

const instant = 'instant' satisfies Format
const money = 'money' satisfies Format

const appointmentStatuses = {
  held: 'Guardada, sin confirmar',
  pending: 'Próxima, a confirmar por el centro',
  confirmed: 'Próxima',
  completed: 'Completada',
  cancelled: 'Cancelada',
  no_show: 'Cancelada: no asististe',
}

const appointments: Section<'appointments'> = {
  title: 'Citas',
  layout: 'tables',
  fields: {
    startsAt: { label: 'Comienza', as: instant },
    endsAt: { label: 'Termina', as: instant },
    status: { label: 'Estado', as: appointmentStatuses },
    centerName: { label: 'Centro' },
    professionalName: { label: 'Profesional' },
    serviceName: { label: 'Servicio' },
    serviceType: { label: 'Tipo de servicio' },
    attendeeName: { label: 'Para' },
    place: { label: 'Dónde', as: { center: 'En el centro', online: 'Videollamada', home: 'A domicilio' } },
    homeAddress: { label: 'Dirección que diste' },
    price: { label: 'Precio', as: money },
    holdExpiresAt: { label: 'Guardada hasta', as: instant },
    requestedAt: { label: 'Reservada', as: instant },
    confirmedAt: { label: 'Confirmada', as: instant },
    movedAt: { label: 'Cambiada de horario', as: instant },
    lateSince: { label: 'Cancelarla dejó de ser gratis', as: instant },
    completedAt: { label: 'Completada', as: instant },
    cancelledAt: { label: 'Cancelada', as: instant },
    cancelledBy: {
      label: 'La canceló',
      as: { patient: 'Quien reservó', center: 'El centro', system: 'Se liberó sin respuesta' },
    },
    cancellationReason: { label: 'Motivo' },
    refundPercent: { label: 'Porcentaje de la devolución' },
    refund: { label: 'Devolución', as: money },
    remindersAt: { label: 'Recordatorios', as: instant },
    createdAt: { label: 'Creada', as: instant },
    updatedAt: { label: 'Último cambio', as: instant },
    id: { label: 'Identificador' },
  },
}

const reviews: Section<'reviews'> = {
  title: 'Opiniones',
  layout: 'tables',
  fields: {
    createdAt: { label: 'Fecha', as: instant },
    centerName: { label: 'Centro' },
    professionalName: { label: 'Profesional' },
    rating: { label: 'Estrellas' },
    comment: { label: 'Comentario' },
    appointmentId: { label: 'Cita' },
    id: { label: 'Identificador' },
  },
}

/** Title, fields and labels of everything that a person takes along, in the order of the page. */
export const sections: { [Name in SectionName]: Section<Name> } = {
  account: accountSections.account,
  appointments,
  reviews,
  dependants: accountSections.dependants,
  identities: accountSections.identities,
  secondFactors: accountSections.secondFactors,
  sessions: accountSections.sessions,
  openLinks: accountSections.openLinks,
  acceptedDocuments: accountSections.acceptedDocuments,
  notificationPreferences: accountSections.notificationPreferences,
  ...centerSections,
  mails: accountSections.mails,
  copies: accountSections.copies,
}
