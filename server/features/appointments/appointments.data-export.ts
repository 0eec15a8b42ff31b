import type { AppointmentStatus } from '#contract/appointments.ts'
import { brand } from '#contract/brand.ts'
import type { Place } from '#contract/places.ts'
import { dataExportPart } from '#server/platform/data-export.ts'
import { listObjectionsOf } from './repository/objection-queue.ts'
import { listAllOfPatient } from './repository/of-account.ts'
import { listAllOfCenter } from './repository/of-center.ts'

const statuses = {
  held: 'Guardada, sin confirmar',
  pending: 'Próxima, a confirmar por el centro',
  confirmed: 'Próxima',
  completed: 'Completada',
  cancelled: 'Cancelada',
  no_show: 'Cancelada: no asististe',
} satisfies Record<AppointmentStatus, string>

const places = { center: 'En el centro', online: 'Online', home: 'A domicilio' } satisfies Record<Place, string>

export const appointments = dataExportPart({
  name: 'appointments',
  title: 'Citas',
  layout: 'tables',
  fields: {
    startsAt: { label: 'Comienza', as: 'instant' },
    endsAt: { label: 'Termina', as: 'instant' },
    status: { label: 'Estado', as: statuses },
    centerName: { label: 'Centro' },
    professionalName: { label: 'Profesional' },
    serviceName: { label: 'Servicio' },
    serviceType: { label: 'Tipo de servicio' },
    attendeeName: { label: 'Para' },
    seriesPlace: { label: 'Lugar en la serie' },
    seriesSize: { label: 'Citas de la serie' },
    place: { label: 'Dónde', as: places },
    homeAddress: { label: 'Dirección que diste' },
    price: { label: 'Precio', as: 'money' },
    discount: { label: 'Descuento', as: 'money' },
    deposit: { label: 'Seña', as: 'money' },
    depositFor: {
      label: 'A quién pedía la seña',
      as: { everyone: 'A todos', newcomers: 'A pacientes nuevos o que faltaron' },
    },
    heldConsentVersion: { label: 'Versión del consentimiento, hasta que pagues la seña' },
    paid: { label: 'Pagado', as: 'money' },
    holdExpiresAt: { label: 'Guardada hasta', as: 'instant' },
    bookedBy: { label: 'La reservó', as: { patient: 'Tú', center: 'El centro' } },
    acceptedAt: { label: 'Dijiste que es tuya', as: 'instant' },
    agreedStartsAt: { label: 'La hora que elegiste o aceptaste', as: 'instant' },
    expectedStartsAt: { label: 'La hora que elegiste, aceptaste o pagaste', as: 'instant' },
    agreedAt: { label: 'Cuándo la elegiste o aceptaste', as: 'instant' },
    bookedAt: { label: 'Reservada', as: 'instant' },
    requestedAt: { label: 'Pedida al centro', as: 'instant' },
    confirmedAt: { label: 'Confirmada', as: 'instant' },
    movedAt: { label: 'Cambiada de horario', as: 'instant' },
    movedBy: { label: 'La cambió', as: { patient: 'Tú', center: 'El centro' } },
    moveReason: { label: 'Qué escribió el centro sobre el cambio' },
    lateSince: { label: 'Cancelarla dejó de ser gratis', as: 'instant' },
    arrivedAt: { label: 'Llegaste', as: 'instant' },
    completedAt: { label: 'Completada', as: 'instant' },
    reopenedAt: { label: 'El centro la volvió atrás', as: 'instant' },
    noShowAt: { label: 'El centro anotó que no fuiste', as: 'instant' },
    attendanceUpheldAt: { label: 'Quedó decidido que sí fuiste', as: 'instant' },
    cancelledAt: { label: 'Cancelada', as: 'instant' },
    cancelledBy: {
      label: 'La canceló',
      as: {
        patient: 'Quien reservó',
        center: 'El centro',
        system: 'Se liberó sola',
        get staff() {
          return brand.name
        },
      },
    },
    cancelledAtDesk: { label: 'Lo anotó el centro', as: 'yesNo' },
    freedUnconfirmed: { label: 'Se liberó porque no confirmaste tu correo', as: 'yesNo' },
    proofDueAt: { label: 'Plazo para confirmar tu correo', as: 'instant' },
    proofWarnedAt: { label: 'Te avisamos de ese plazo', as: 'instant' },
    cancellationReason: { label: 'Motivo de la cancelación' },
    lateRefundPercent: { label: 'Porcentaje de la devolución si se cancela tarde' },
    refundPercent: { label: 'Porcentaje de la devolución' },
    refund: { label: 'Devolución', as: 'money' },
    remindersAt: { label: 'Recordatorios', as: 'instant' },
    createdAt: { label: 'Creada', as: 'instant' },
    updatedAt: { label: 'Último cambio', as: 'instant' },
    id: { label: 'Identificador' },
  },
  async read(db, { userId }) {
    const rows = await listAllOfPatient(db, { patientId: userId })
    return rows.map(({ priceCents, discountCents, paidCents, depositCents, currency, refundCents, ...row }) => ({
      ...row,
      price: { cents: priceCents, currency },
      discount: discountCents === 0 ? null : { cents: discountCents, currency },
      deposit: depositCents === null ? null : { cents: depositCents, currency },
      paid: { cents: paidCents, currency },
      refund: refundCents === null ? null : { cents: refundCents, currency },
    }))
  },
})

/** The appointments of the user's own centre, without holds and without anything clinical. */
export const centerAppointments = dataExportPart({
  name: 'centerAppointments',
  title: 'Citas de tu centro',
  layout: 'lines',
  fields: {
    startsAt: { label: 'Comienza', as: 'instant' },
    status: { label: 'Estado', as: { ...statuses, no_show: 'No asistió' } },
    attendeeName: { label: 'Para' },
    professionalName: { label: 'Profesional' },
    serviceName: { label: 'Servicio' },
    place: { label: 'Dónde', as: places },
    price: { label: 'Precio', as: 'money' },
    discount: { label: 'Descuento', as: 'money' },
    paid: { label: 'Pagado', as: 'money' },
    bookedBy: { label: 'La reservó', as: { patient: 'El paciente', center: 'El centro' } },
    cancelledBy: {
      label: 'La canceló',
      as: {
        patient: 'El paciente',
        center: 'El centro',
        system: 'Se liberó sola',
        get staff() {
          return brand.name
        },
      },
    },
    freedUnconfirmed: { label: 'Se liberó porque el correo estaba sin confirmar', as: 'yesNo' },
    id: { label: 'Identificador' },
  },
  async read(db, { userId }) {
    const rows = await listAllOfCenter(db, { centerId: userId })
    return rows.map(({ priceCents, discountCents, paidCents, currency, ...row }) => ({
      ...row,
      price: { cents: priceCents, currency },
      discount: discountCents === 0 ? null : { cents: discountCents, currency },
      paid: { cents: paidCents, currency },
    }))
  },
})

export const noShowObjections = dataExportPart({
  name: 'noShowObjections',
  title: 'Cuando dijiste «Sí fui», «Yo no la cancelé» o «No fui a esa hora»',
  layout: 'lines',
  fields: {
    createdAt: { label: 'Fecha', as: 'instant' },
    reason: { label: 'Qué escribiste' },
    closedAt: { label: 'La decidimos', as: 'instant' },
    appointmentId: { label: 'Cita' },
    id: { label: 'Identificador' },
  },
  read: (db, { userId }) => listObjectionsOf(db, { userId }),
})
