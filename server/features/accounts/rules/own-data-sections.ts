import type { Format, Section, SectionName } from './own-data.ts'
import { accountSections } from './own-data-account.ts'
import { centerSections } from './own-data-center.ts'
import { practiceSections } from './own-data-practice.ts'

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
    bookedBy: { label: 'La reservó', as: { patient: 'Tú', center: 'El centro' } },
    requestedAt: { label: 'Reservada', as: instant },
    confirmedAt: { label: 'Confirmada', as: instant },
    movedAt: { label: 'Cambiada de horario', as: instant },
    movedBy: { label: 'La cambió', as: { patient: 'Tú', center: 'El centro' } },
    lateSince: { label: 'Cancelarla dejó de ser gratis', as: instant },
    arrivedAt: { label: 'Llegaste', as: instant },
    completedAt: { label: 'Completada', as: instant },
    reopenedAt: { label: 'El centro la volvió atrás', as: instant },
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
    reply: { label: 'Respuesta del centro' },
    repliedAt: { label: 'Respondida', as: instant },
    appointmentId: { label: 'Cita' },
    id: { label: 'Identificador' },
  },
}

const points: Section<'points'> = {
  title: 'Puntos',
  layout: 'lines',
  fields: {
    available: { label: 'Disponibles' },
    lifetime: { label: 'Ganados en total' },
    updatedAt: { label: 'Último movimiento', as: instant },
  },
}

const pointMovements: Section<'pointMovements'> = {
  title: 'Movimientos de puntos',
  layout: 'lines',
  fields: {
    createdAt: { label: 'Fecha', as: instant },
    points: { label: 'Puntos' },
    type: { label: 'Tipo', as: { earned: 'Ganados', bonus: 'De regalo', redeemed: 'Canjeados', expired: 'Vencidos' } },
    description: { label: 'Por' },
    referenceType: { label: 'A causa de', as: { appointment: 'Una cita' } },
    referenceId: { label: 'Cuál' },
    id: { label: 'Identificador' },
  },
}

/** Title, fields and labels of everything that a person takes along, in the order of the page. */
export const sections: { [Name in SectionName]: Section<Name> } = {
  account: accountSections.account,
  appointments,
  reviews,
  points,
  pointMovements,
  dependants: accountSections.dependants,
  identities: accountSections.identities,
  secondFactors: accountSections.secondFactors,
  sessions: accountSections.sessions,
  openLinks: accountSections.openLinks,
  acceptedDocuments: accountSections.acceptedDocuments,
  notificationPreferences: accountSections.notificationPreferences,
  ...centerSections,
  ...practiceSections,
  mails: accountSections.mails,
  copies: accountSections.copies,
}
