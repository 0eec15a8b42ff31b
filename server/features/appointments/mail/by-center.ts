import { brand } from '#contract/brand.ts'
import { afterCancelledByCenter, afterCancelling } from '#contract/cancellation-sentences.ts'
import { pesos } from '#contract/money.ts'
import type { ObjectionKind } from '#contract/report-kinds.ts'
import { chosenText } from '#server/features/centers/rules/chosen-text.ts'
import type { MailContent } from '#server/platform/mail-layout.ts'
import { dayAndTime } from '#server/platform/moment-text.ts'
import type { AppointmentRow } from '../repository/appointments.ts'
import { objectionKind, objectionOf } from '../rules/objections.ts'
import { asReaderSees, guestMail, patientMail, type Reader, startText } from './wording.ts'

/** The service and the professional before the centre moved the appointment to others. */
export type FormerNames = { serviceName: string; professionalName: string }

export type CenterEvent =
  | { kind: 'booked_at_desk' }
  | { kind: 'confirmed_by_center' }
  | { kind: 'moved_by_center'; from: Date; former?: FormerNames; reason?: string }
  /** `unconfirmed`: because the account confirmed no address; `also`: the starts of its other appointments, cancelled with this one. */
  | { kind: 'cancelled_by_center'; reason: string; bonusPoints: number; unconfirmed?: { also: string[] } }
  /** Staff suspended the centre. */
  | { kind: 'cancelled_by_staff'; bonusPoints: number }
  /** `isByCode`: the patient showed the code of a reward, or of a promotion of Senda. */
  | { kind: 'discount_used'; label: string; discountCents: number; isByCode: boolean }
  | { kind: 'refunded_by_center'; amountCents: number; isOnline: boolean; reason: string; pointsTakenBack: number }
  /** The desk undid a payment as recorded by mistake. `dueCents`: what is due since. */
  | { kind: 'payment_undone'; amountCents: number; collectedAt: Date; dueCents: number }
  /** `from`: the start before the centre moved the appointment, when the patient has read of no other. */
  | { kind: 'marked_no_show'; from?: Date }
  /** The desk recorded that the patient cancels. */
  | { kind: 'cancelled_for_patient'; refundPercent: number; paidCents: number; refundCents: number; reason?: string }

/** Why staff cancelled an appointment, in their words and not the centre's. */
export const closedReason = () => `${brand.name} suspendió al centro`

/** Why a centre cancels what an account booked that confirmed no address. */
export const unconfirmedReason = 'El correo de la cuenta estaba sin confirmar'

// Subjects never carry the specialty or the service: they show on locked screens.
const subjects: Record<Exclude<CenterEvent['kind'], 'cancelled_by_staff'>, string> = {
  booked_at_desk: 'Tu cita está reservada',
  confirmed_by_center: 'El centro confirmó tu cita',
  moved_by_center: 'El centro cambió el horario de tu cita',
  cancelled_by_center: 'El centro canceló tu cita',
  cancelled_for_patient: 'El centro anotó que cancelaste tu cita',
  discount_used: 'El centro usó un descuento tuyo',
  refunded_by_center: 'El centro te devuelve dinero',
  payment_undone: 'El centro anuló un pago tuyo',
  marked_no_show: 'El centro anotó que no fuiste',
}

export function centerEventSubject(kind: CenterEvent['kind']): string {
  return kind === 'cancelled_by_staff' ? `${brand.name} canceló tu cita` : subjects[kind]
}

/** A move at the same hour changes who attends, and perhaps the service. */
export function movedTitle({ startsAt, from }: { startsAt: Date; from: Date }): string {
  return startsAt.getTime() === from.getTime() ? 'El centro cambió tu cita' : subjects.moved_by_center
}

const acceptance =
  'La agendó el centro por ti. Si es tuya, confírmalo antes de que empiece: así, después de la consulta podrás calificarla.'

export function byCenterMail({
  publicUrl,
  calendarUrl,
  reader,
  now,
  ...input
}: {
  reader: Reader
  appointment: AppointmentRow
  event: CenterEvent
  now: Date
  publicUrl: string
  calendarUrl: string
}): MailContent {
  const appointment = asReaderSees(input.appointment, reader)
  const event = withoutWords(input)
  const subject =
    event.kind === 'moved_by_center'
      ? movedTitle({ startsAt: appointment.startsAt, from: event.from })
      : centerEventSubject(event.kind)
  const kind = reader === 'guest' ? null : objectionTo({ appointment, event })
  const facts = eventFacts({ appointment, event, kind })
  if (reader === 'guest') {
    const paragraphs = [...facts, ...requestToCall({ appointment, event })]
    return guestMail({ appointment, subject, paragraphs, calendarUrl })
  }
  if (kind !== null) {
    const closing = event.kind === 'refunded_by_center' ? closingOf(event, appointment) : []
    return objectionMail({ kind, appointment, subject, facts: [...facts, ...closing], publicUrl, calendarUrl })
  }
  const isOver = endsAppointment(event) || appointment.status === 'completed'
  const { bookedBy, acceptedAt, isCenterApproved } = appointment
  // What has begun can neither be accepted nor changed.
  const hasBegun = appointment.startsAt <= now
  const asksToAccept = bookedBy === 'center' && acceptedAt === null && isCenterApproved && !isOver && !hasBegun
  const paragraphs = [...facts, ...closingOf(event, appointment), ...(asksToAccept ? [acceptance] : [])]
  return patientMail({
    appointment,
    subject,
    paragraphs,
    asksToAccept,
    isChangeable: !hasBegun,
    notices: 'estos avisos',
    publicUrl,
    calendarUrl,
  })
}

/** Without the names and the reason of a centre that staff have not approved, or whose approval they have withheld or revoked. */
function withoutWords({ appointment: { isCenterApproved: isApproved }, ...input }: OfEvent): CenterEvent {
  const event = 'former' in input.event && !isApproved ? withoutNames(input.event) : input.event
  if (!('reason' in event) || event.reason === undefined) return event
  return { ...event, reason: chosenText(event.reason, { isApproved, neutral: '' }) }
}

function withoutNames({ kind, from, reason }: Extract<CenterEvent, { kind: 'moved_by_center' }>): CenterEvent {
  return { kind, from, ...(reason !== undefined && { reason }) }
}

type ObjectionMail = Pick<Parameters<typeof byCenterMail>[0], 'appointment' | 'publicUrl' | 'calendarUrl'> & {
  kind: ObjectionKind
  subject: string
  facts: string[]
}

/** What the patient says on the dashboard, when they say it, and what waits for the decision. */
const objections: Record<ObjectionKind, { label: string; condition: string; untilDecided: string }> = {
  no_show: { label: 'Sí fui', condition: 'Si fuiste', untilDecided: ' Mientras tanto no hay opinión ni puntos.' },
  cancellation: { label: 'Yo no la cancelé', condition: 'Si no pediste cancelarla', untilDecided: '' },
  early_visit: {
    label: 'No fui a esa hora',
    condition: 'Si no fuiste a esa hora porque no la elegiste',
    untilDecided: '',
  },
  invented_visit: { label: 'No fui', condition: 'Si no fuiste', untilDecided: '' },
  refund: { label: 'No me devolvieron nada', condition: 'Si no recibiste ese dinero', untilDecided: '' },
  undone_payment: {
    label: 'Sí pagué',
    condition: 'Si lo pagaste',
    untilDecided: ' Mientras tanto no figura como deuda.',
  },
}

/** The button leads to the dashboard, where the patient objects with another press: mail scanners open links. */
function objectionMail({ kind, appointment, subject, facts, publicUrl, calendarUrl }: ObjectionMail): MailContent {
  const { label, condition, untilDecided } = objections[kind]
  const deadline = objectionOf(appointment, kind)?.objectUntil ?? null
  const until = deadline === null ? '' : ` hasta el ${dayAndTime(deadline)}`
  return patientMail({
    appointment,
    subject,
    paragraphs: [
      ...facts,
      `${condition}, dinos «${label}»${until}. Nuestro equipo lo revisa y te avisa.${untilDecided}`,
    ],
    button: { label, act: actOf(kind, appointment) },
    notices: 'estos avisos',
    publicUrl,
    calendarUrl,
  })
}

function actOf(kind: ObjectionKind, { status }: AppointmentRow) {
  if (kind === 'undone_payment') return 'sayPaid'
  return kind === 'refund' && status === 'cancelled' ? 'sayNotRefunded' : 'object'
}

/** `kind`: the objection to which the mail leads. */
function eventFacts({ appointment, event, kind }: OfEvent & { kind: ObjectionKind | null }): string[] {
  if (event.kind === 'moved_by_center') {
    const completed = appointment.status === 'completed' ? ['El centro ya anotó que fuiste a la hora nueva.'] : []
    return [...beforeMove({ appointment, event }), ...reasonOf(event.reason), ...completed]
  }
  if (event.kind === 'marked_no_show' && event.from !== undefined) {
    return [`El centro la había movido. Antes era: ${startText({ startsAt: event.from })}.`]
  }
  if (event.kind === 'cancelled_for_patient') return recordedCancellation({ appointment, event })
  if (event.kind === 'discount_used') return discountFacts(event)
  if (event.kind === 'payment_undone') return undoneFacts(event, kind)
  if (event.kind === 'refunded_by_center') return refundFacts(event, kind)
  if (event.kind === 'cancelled_by_staff') {
    return [
      `La cancelamos porque ${closedReason()}: en esa fecha no puede atenderte. No es una decisión tuya ni del profesional.`,
      'No tiene costo. Lo que pagaste en línea vuelve por el mismo medio; lo que pagaste en el centro te lo devuelve el centro.',
      ...packageFacts(appointment),
    ]
  }
  if (event.kind !== 'cancelled_by_center') return []
  if (event.unconfirmed) return unconfirmedFacts(event.unconfirmed)
  const cost = appointment.isByPackage ? [] : ['No tiene costo. Si ya pagaste, el centro te devuelve todo.']
  return [...reasonOf(event.reason), ...cost, ...packageFacts(appointment)]
}

/** What becomes of the session that pays for the appointment. */
function packageFacts({ isByPackage }: AppointmentRow): string[] {
  return isByPackage ? [afterCancelledByCenter({ refundPercent: 100, isPaid: false, isByPackage })] : []
}

function unconfirmedFacts({ also }: { also: readonly string[] }): string[] {
  const starts = also.map((startsAt) => dayAndTime(new Date(startsAt)))
  return [
    ...(starts.length > 0 ? [`También canceló ${starts.length === 1 ? 'esta' : 'estas'}: ${starts.join('; ')}.`] : []),
    `${starts.length > 0 ? 'Las reservas se hicieron sin confirmar este correo, y no tienen costo' : 'La reserva se hizo sin confirmar este correo, y no tiene costo'}. Si quieres ir, entra a tu cuenta, confirma el correo y reserva otra vez.`,
  ]
}

type OfMove = { appointment: AppointmentRow; event: Extract<CenterEvent, { kind: 'moved_by_center' }> }

function beforeMove({ appointment, event: { from, former } }: OfMove): string[] {
  const isSameStart = from.getTime() === appointment.startsAt.getTime()
  const start = isSameStart ? [] : [`Antes era: ${startText({ startsAt: from })}.`]
  if (former === undefined) return start
  const { serviceName, professionalName } = appointment
  const isSameService = former.serviceName === serviceName
  const earlier = isSameService ? '' : `«${former.serviceName}», `
  const now = isSameService ? '' : `«${serviceName}», `
  return [
    ...start,
    `Era ${earlier}con ${former.professionalName}; ahora es ${now}con ${professionalName}. El precio que acordaste no cambia.`,
  ]
}

type OfEvent = { appointment: AppointmentRow; event: CenterEvent }

/** To what the patient may object after the event; null for the others. */
function objectionTo({ appointment, event }: OfEvent): ObjectionKind | null {
  if (event.kind === 'marked_no_show') return objectionKind(appointment) === 'early_visit' ? 'early_visit' : 'no_show'
  if (event.kind === 'cancelled_for_patient') return 'cancellation'
  if (event.kind === 'payment_undone')
    return objectionOf(appointment, 'undone_payment')?.objection === null ? 'undone_payment' : null
  if (event.kind === 'refunded_by_center' && !event.isOnline)
    return objectionOf(appointment, 'refund') === null ? null : 'refund'
  const isEarlyVisit = event.kind === 'moved_by_center' && objectionKind(appointment) === 'early_visit'
  return isEarlyVisit ? 'early_visit' : null
}

/** A guest has no account, and so calls the centre. */
function requestToCall({ appointment, event }: OfEvent): string[] {
  if (event.kind === 'marked_no_show') return ['Si fuiste, avísale al centro.']
  if (endsAppointment(event)) return []
  return appointment.status === 'completed'
    ? ['Si no fuiste a esa hora, avísale al centro.']
    : ['Si no puedes ir, avísale al centro cuanto antes.']
}

function endsAppointment({ kind }: CenterEvent): boolean {
  return (
    kind === 'cancelled_by_center' ||
    kind === 'cancelled_by_staff' ||
    kind === 'cancelled_for_patient' ||
    kind === 'refunded_by_center'
  )
}

function discountFacts({ label, discountCents, isByCode }: Extract<CenterEvent, { kind: 'discount_used' }>): string[] {
  const how = isByCode ? 'con el código que se muestra en la recepción' : `porque la aplicaste en ${brand.name}`
  return [
    `El centro anotó en esta cita «${label.replaceAll(/[«»]/g, '"')}», ${how}: pagas ${pesos(discountCents)} menos.`,
    `Si no fuiste tú, o el centro te cobró sin ese descuento, escríbenos a ${brand.email} y lo revisamos.`,
  ]
}

function undoneFacts(
  { amountCents, collectedAt, dueCents }: Extract<CenterEvent, { kind: 'payment_undone' }>,
  kind: ObjectionKind | null,
): string[] {
  const due = dueCents > 0 ? ` Ahora figura que te falta pagar ${pesos(dueCents)}.` : ''
  return [
    `El centro había anotado el ${dayAndTime(collectedAt)} que pagaste ${pesos(amountCents)}, y anuló ese pago: dice que lo anotó por error.${due}`,
    `${kind === null ? `Si lo pagaste, avísale; si no lo resuelve, escríbenos a ${brand.email} y lo revisamos. ` : ''}En el detalle de tu cita el pago sigue, como anulado por el centro.`,
  ]
}

function refundFacts(
  { amountCents, isOnline, reason }: Extract<CenterEvent, { kind: 'refunded_by_center' }>,
  kind: ObjectionKind | null,
): string[] {
  const how = isOnline
    ? `Te devolvemos ${pesos(amountCents)} por el mismo medio con el que pagaste. Según tu banco, puede tardar unos días.`
    : `El centro anotó que te devolvió ${pesos(amountCents)}.${kind === null ? ` Si no los recibiste, avísale; si no lo resuelven, escríbenos a ${brand.email} y lo revisamos.` : ''}`
  return [how, ...reasonOf(reason)]
}

type ForPatient = { appointment: AppointmentRow; event: Extract<CenterEvent, { kind: 'cancelled_for_patient' }> }

/** Says that the centre recorded the request, so that a person who made none can call it, and what happens to a payment. */
function recordedCancellation({ appointment, event }: ForPatient): string[] {
  const { centerPhone } = appointment
  const objection = `El centro anotó que pediste cancelarla. Si no fue así, avísale${centerPhone ? ` al ${centerPhone}` : ''}.`
  const { isByPackage, isPaid } = appointment
  const { refundPercent } = event
  const money = isByPackage ? afterCancelling({ refundPercent, isPaid, isByPackage }) : refundLine(event)
  return [objection, ...reasonOf(event.reason), money]
}

function refundLine({ refundPercent, paidCents, refundCents }: ForPatient['event']): string {
  if (paidCents === 0) return 'No habías pagado nada: no hay nada que devolver.'
  if (refundPercent === 0)
    return `Habías pagado ${pesos(paidCents)}. Por cancelar con poca anticipación, el centro no lo devuelve.`
  const refund = pesos(refundCents)
  if (refundPercent === 100) return `El centro te devuelve lo que habías pagado: ${refund}.`
  return `Habías pagado ${pesos(paidCents)}. El centro te devuelve el ${refundPercent} %: ${refund}.`
}

/** Quotes the centre, so that the reader knows whose words they are. */
function reasonOf(reason: string | undefined): string[] {
  return reason ? [`El centro escribió: «${reason.replaceAll(/[«»]/g, '"')}»`] : []
}

function closingOf(event: CenterEvent, { status, centerPhone, startsAt, expectedStartsAt }: AppointmentRow): string[] {
  if (event.kind === 'moved_by_center' && status === 'completed')
    return [`Si no fuiste a esa hora, avísale al centro${centerPhone ? ` al ${centerPhone}` : ''}.`]
  if (event.kind === 'moved_by_center') {
    const isEarlier = expectedStartsAt !== null && startsAt < expectedStartsAt
    return [
      'Si no te sirve, puedes cancelarla sin costo hasta que empiece, o elegir otro horario.',
      ...(isEarlier
        ? [
            'Si el centro la da por hecha a esta hora y no fuiste, o anota que faltaste, dinos «No fui a esa hora» desde tus citas.',
          ]
        : []),
    ]
  }
  if (event.kind === 'refunded_by_center' && event.pointsTakenBack > 0)
    return [
      `Como la consulta se devolvió, se restan sus ${event.pointsTakenBack} puntos. Si ya los usaste, tu saldo queda por debajo de cero hasta que ganes otros.`,
    ]
  const isCancelled = event.kind === 'cancelled_by_center' || event.kind === 'cancelled_by_staff'
  if (!isCancelled || event.bonusPoints === 0) return []
  return [`Te sumamos ${event.bonusPoints} puntos por las molestias.`]
}
