import { useQueryClient } from '@tanstack/react-query'
import type { Appointment } from '#contract/appointments.ts'
import { brand } from '#contract/brand.ts'
import { objectionDays } from '#contract/calendar.ts'
import type { ObjectionKind } from '#contract/report-kinds.ts'
import { useApi } from '#web/platform/api.ts'
import { formatLongMoment } from '#web/platform/formats.ts'
import { useDialogState } from '#web/ui/use-dialog-state.ts'
import type { LinkedAction } from './dashboard-search.ts'

/** A link can open each dialog but the calendar's. */
export type AppointmentAction = LinkedAction | 'calendar'

/** `refusal`: why the server refused to accept the appointment; its details say so. */
export type OpenAction = (action: AppointmentAction, appointment: Appointment, refusal?: unknown) => void

type Opened = { action: AppointmentAction; appointment: Appointment; refusal: unknown }

/** The open dialog and its appointment, which stays known while the dialog closes. */
export function useActionDialog() {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  const { subject, isOpen, show, close, key } = useDialogState<Opened>()
  return {
    key,
    isAnyOpen: isOpen,
    appointment: subject?.appointment,
    refusal: subject?.refusal,
    isOpen: (action: AppointmentAction) => isOpen && subject?.action === action,
    show: ((action, appointment, refusal) => {
      const { queryKey } = queries.appointments.get.queryOptions({ input: { appointmentId: appointment.id } })
      // What an earlier dialog read may be older than this row. A refused press has already refetched it.
      if (refusal === undefined) queryClient.setQueryData(queryKey, appointment)
      show({ action, appointment, refusal })
    }) satisfies OpenAction,
    close,
  }
}

const objections = {
  no_show: {
    label: 'Sí fui',
    said: 'sí fuiste',
    saying: 'fuiste',
    kept: 'Nuestro equipo revisó tu «Sí fui», y la cita sigue como inasistencia.',
    upheld: 'Nuestro equipo revisó tu «Sí fui» y te dio la razón: la cita ya no figura como inasistencia.',
    question: '¿Fuiste a esta cita?',
    recorded: 'no fuiste',
    outcome: 'la cita queda como completada: la puedes calificar y suma los puntos que le correspondan.',
  },
  cancellation: {
    label: 'Yo no la cancelé',
    said: 'no la cancelaste',
    saying: 'no la cancelaste',
    kept: 'Nuestro equipo revisó tu «Yo no la cancelé», y la cita sigue como cancelada a tu pedido.',
    upheld:
      'Nuestro equipo revisó tu «Yo no la cancelé» y te dio la razón: la cita figura como cancelada por el centro.',
    question: '¿No cancelaste esta cita?',
    recorded: 'pediste cancelarla',
    outcome:
      'figura como cancelada por el centro: no te cuesta nada, y el centro devuelve todo lo que hayas pagado. La hora no se recupera.',
  },
  early_visit: {
    label: 'No fui a esa hora',
    said: 'no fuiste a esa hora',
    saying: 'no fuiste a esa hora',
    kept: 'Nuestro equipo revisó tu «No fui a esa hora», y la cita sigue como la anotó el centro.',
    upheld:
      'Nuestro equipo revisó tu «No fui a esa hora» y te dio la razón: la cita figura como cancelada por el centro.',
    question: '¿No fuiste a esta cita a esa hora?',
    recorded: 'fuiste a esa hora, anterior a la que habías elegido',
    outcome:
      'figura como cancelada por el centro: el centro devuelve todo lo que hayas pagado, y se restan los puntos que la consulta te haya sumado.',
  },
  invented_visit: {
    label: 'No fui',
    said: 'no fuiste',
    saying: 'no fuiste',
    kept: 'Nuestro equipo revisó tu «No fui», y la cita sigue como completada.',
    upheld: 'Nuestro equipo revisó tu «No fui» y te dio la razón: la cita figura como cancelada por el centro.',
    question: '¿No fuiste a esta cita?',
    recorded: 'fuiste',
    outcome:
      'figura como cancelada por el centro: el centro devuelve todo lo que hayas pagado, y se restan los puntos que te haya sumado.',
  },
  refund: {
    label: 'No me devolvieron nada',
    said: 'no te devolvieron nada',
    saying: 'no te devolvieron nada',
    kept: 'Nuestro equipo revisó tu «No me devolvieron nada», y la devolución sigue anotada.',
    upheld: 'Nuestro equipo revisó tu «No me devolvieron nada» y te dio la razón: esa devolución quedó anulada.',
    question: '¿No te devolvieron el dinero?',
    recorded: 'te lo devolvió',
    outcome:
      'la devolución queda anulada: la consulta vuelve a figurar como pagada, y recuperas los puntos que se restaron.',
  },
  undone_payment: {
    label: 'Sí pagué',
    said: 'sí pagaste',
    saying: 'pagaste',
    kept: 'Nuestro equipo revisó tu «Sí pagué», y el pago sigue anulado.',
    upheld: 'Nuestro equipo revisó tu «Sí pagué» y te dio la razón: el pago vuelve a figurar.',
    question: '¿Pagaste esta cita?',
    recorded: 'el pago fue un error, y lo anuló',
    outcome: 'el pago vuelve a figurar, y el centro ya no lo puede anular.',
  },
} as const satisfies Record<ObjectionKind, object>
const missedEarly = 'no fuiste a esa hora, anterior a la que habías elegido'

/** The words of the patient's objection to what the centre recorded about the appointment. An early visit that they rated since takes no other. */
export function objectionWords({ objectionKind, status }: Appointment) {
  const words = objections[objectionKind ?? 'early_visit']
  const isMissed = objectionKind === 'early_visit' && status === 'no_show'
  return isMissed ? { ...words, recorded: missedEarly } : words
}

export const objectionLabel = (appointment: Appointment): string => objectionWords(appointment).label

/** Desks enter many true visits, and give most of what they record back, so this button is no call to act. */
export const objectionVariant = ({ objectionKind }: Appointment) =>
  objectionKind === 'invented_visit' || objectionKind === 'refund' ? 'secondary' : 'primary'

export function objectionText(appointment: Appointment): string | undefined {
  const { objection, objectUntil, can } = appointment
  return stateText({ words: objectionWords(appointment), objection, objectUntil, isOffered: can.object })
}

export const paidWords = objections.undone_payment

/** About what the centre owes of a cancelled appointment. */
export const notRefundedWords = {
  ...objections.refund,
  outcome: 'la devolución queda anulada, y el centro te la debe otra vez.',
}

/** About the payment that the centre undid. */
export function undoneText({ undonePayment, can }: Appointment): string | undefined {
  return undonePayment ? stateText({ words: paidWords, ...undonePayment, isOffered: can.sayPaid }) : undefined
}

/** About what the centre recorded as given back of a cancelled appointment. */
export function notRefundedText({ cancelledRefund, can }: Appointment): string | undefined {
  const words = notRefundedWords
  return cancelledRefund ? stateText({ words, ...cancelledRefund, isOffered: can.sayNotRefunded }) : undefined
}

type Stated = Pick<Appointment, 'objection' | 'objectUntil'> & {
  words: { said: string; saying: string; kept: string }
  isOffered: boolean
}

function stateText({ words, objection, objectUntil, isOffered }: Stated): string | undefined {
  if (objection === null && objectUntil !== null && !isOffered) {
    return `Ya pasaron los ${objectionDays} días para decir que ${words.saying}. Si crees que hay un error, escríbele al centro.`
  }
  if (objection === 'open') {
    return `Dijiste que ${words.said}. Nuestro equipo lo está revisando y te avisa.`
  }
  return objection === null ? undefined : words.kept
}

/** What staff decided of the patient's objection, when they agreed. */
export function upheldText({ upheldObjection }: Pick<Appointment, 'upheldObjection'>): string | undefined {
  return upheldObjection === null ? undefined : objections[upheldObjection].upheld
}

/** From when the centre moved it, and what it wrote about the move. */
export function moveText({ movedFrom }: Pick<Appointment, 'movedFrom'>): string | undefined {
  return movedFrom === null ? undefined : `El centro la cambió: antes era el ${formatLongMoment(movedFrom)}.`
}

/** What was written about the cancellation or, for an appointment that is not cancelled, about the centre's last change of it. */
export function writtenReason(appointment: Appointment): string | undefined {
  const { status, cancelledBy, cancelledAtDesk, cancellationReason, moveReason } = appointment
  if (status !== 'cancelled') return moveReason ? `El centro cambió la cita y escribió: «${moveReason}»` : undefined
  // What staff did is said whole by cancellationText().
  if (!cancellationReason || cancelledBy === 'staff') return undefined
  const isOwn = cancelledBy === 'patient' && !cancelledAtDesk
  return isOwn ? `Tu motivo: «${cancellationReason}»` : `El centro escribió: «${cancellationReason}»`
}

export function cancellationText(appointment: Appointment): string | undefined {
  const { status, cancelledBy, cancelledAtDesk, freedUnconfirmed } = appointment
  if (status !== 'cancelled') return undefined
  if (freedUnconfirmed) return 'Se liberó la hora: pasó el plazo para confirmar tu correo'
  if (cancelledAtDesk) return 'El centro anotó que la cancelaste'
  if (cancelledBy === 'patient') return 'La cancelaste tú'
  if (cancelledBy === 'staff') return `La canceló ${brand.name}, que suspendió al centro`
  return cancelledBy === 'center' ? 'La canceló el centro' : 'El centro no respondió a tiempo'
}
