import { brand } from '#contract/brand.ts'
import { zone } from '#contract/calendar.ts'
import { hasOneName, whoAndWhere } from '#contract/center-words.ts'
import { nameWithAge } from '#contract/dependant-words.ts'
import { directionsUrl } from '#contract/directions.ts'
import { foldText } from '#contract/folded-text.ts'
import { pesos } from '#contract/money.ts'
import { minutesInWords } from '#contract/numbers-in-words.ts'
import { linkMinutesBefore } from '#contract/telehealth.ts'
import { unknownBirthDate } from '#server/features/accounts/repository/deletion.ts'
import { kinds } from '#server/features/auth/rules/token-kinds.ts'
import { centerPage } from '#server/features/centers/rules/center-page.ts'
import { chosenText } from '#server/features/centers/rules/chosen-text.ts'
import { pinPrecisionOf } from '#server/features/centers/rules/pins.ts'
import { localDay, minuteMs } from '#server/platform/local-time.ts'
import {
  type MailContent,
  mailLayout,
  settingsLink,
  type Visit,
  type Writing,
  writingToCenter,
} from '#server/platform/mail-layout.ts'
import { dayAndTime } from '#server/platform/moment-text.ts'
import type { AppointmentRow } from '../repository/appointments.ts'
import { centerAddressText } from '../rules/lifecycle.ts'
import { dueOf } from '../rules/payments.ts'

/**
 * The appointment as a mail to its reader names it: while staff have withheld or revoked the centre's approval, a guest reads none of
 * its words, and no place or telephone number either.
 */
export function asReaderSees(appointment: AppointmentRow, reader: Reader): AppointmentRow {
  const { isCenterApproved, worksAlone, centerName, professionalName, serviceName } = appointment
  const isApproved = reader === 'patient' || isCenterApproved
  return {
    ...appointment,
    worksAlone: isApproved && worksAlone,
    professionalName: chosenText(professionalName, { isApproved, neutral: 'Un profesional' }),
    centerName: chosenText(centerName, { isApproved, neutral: `un centro de ${brand.name}` }),
    serviceName: chosenText(serviceName, { isApproved, neutral: 'Consulta' }),
    ...(!isApproved && {
      centerAddress: 'En el centro',
      centerNeighborhood: null,
      centerDepartment: '',
      centerPhone: null,
      centerLatitude: null,
      centerLongitude: null,
      isCenterPinExact: false,
    }),
  }
}

/** Day and time, with a capital letter, as a line of its own. */
export function startText(appointment: Pick<AppointmentRow, 'startsAt'>): string {
  const text = dayAndTime(appointment.startsAt)
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/**
 * Time, professional, service and price, place, telephone number and, for the patient, the dependant who comes. The service appears
 * only in the text, never in a subject.
 */
export function visitOf(appointment: AppointmentRow, reader: Reader): Visit {
  const { startsAt, centerPhone, serviceName, priceCents, place } = appointment
  const where = {
    center: () => centerAddressText(appointment),
    online: () => onlineText(appointment),
    home: () => 'A domicilio',
  }[place]()
  return {
    startsAt,
    start: startText(appointment),
    lines: [
      whoAndWhere(appointment),
      `${serviceName}: ${pesos(priceCents)}`,
      where,
      ...(centerPhone ? [`${hasOneName(appointment) ? 'Teléfono' : 'Teléfono del centro'}: ${centerPhone}`] : []),
      ...(reader === 'patient' ? dependantLine(appointment) : []),
    ],
  }
}

/** How a video call takes place. Patients open the room from their appointments; a guest has none. */
function onlineText(appointment: AppointmentRow): string {
  if (appointment.lacksRoom) return 'Online. El centro todavía no puso el enlace de la sala.'
  if (!isOpen(appointment) || appointment.patientId === null) return 'Online'
  return `Online, por videollamada. El enlace de la sala está en tus citas desde ${minutesInWords(linkMinutesBefore)} antes, con tu correo confirmado.`
}

/** What was paid and how to pay the rest; null when nothing was paid and nothing is due. */
export function paymentText({
  appointment,
  paysOnline,
}: {
  appointment: Pick<
    AppointmentRow,
    'status' | 'priceCents' | 'discountCents' | 'paidCents' | 'depositCents' | 'isByPackage' | 'place'
  >
  paysOnline: boolean
}): string | null {
  const { paidCents, isByPackage } = appointment
  if (isByPackage) return 'La paga una sesión de tu bono.'
  const dueCents = dueOf(appointment)
  if (dueCents === 0) return paidCents > 0 ? `Ya está pagada: ${pesos(paidCents)}.` : null
  const inPerson = appointment.place === 'online' ? 'directamente al centro' : 'en el centro'
  const where = paysOnline ? `en línea, desde tus citas, o ${inPerson}` : inPerson
  const paid = paidCents === appointment.depositCents ? `${pesos(paidCents)} de seña` : pesos(paidCents)
  if (paidCents > 0) return `Pagaste ${paid}. Faltan ${pesos(dueCents)}: los pagas ${where}.`
  return paysOnline ? `Puedes pagarla ${where}.` : `Se paga ${inPerson}.`
}

/** The calendar and the way there, for an upcoming appointment. */
function upcomingLinks({ appointment, calendarUrl }: { appointment: AppointmentRow; calendarUrl: string }) {
  if (!isOpen(appointment)) return []
  return [{ label: 'Calendario', url: calendarUrl }, ...directionsLink(appointment)]
}

function directionsLink(appointment: AppointmentRow) {
  if (appointment.place !== 'center') return []
  const { centerLatitude: latitude, centerLongitude: longitude, isCenterPinExact: isPinExact } = appointment
  const pinPrecision = pinPrecisionOf({ latitude, isPinExact })
  const place = { latitude, longitude, pinPrecision, address: centerAddressText(appointment) }
  return [{ label: 'Cómo llegar', url: directionsUrl(place) }]
}

const isOpen = ({ status }: AppointmentRow) => status === 'pending' || status === 'confirmed'

type LinkedAct = 'details' | 'pay' | 'move' | 'cancel' | 'object' | 'sayPaid' | 'sayNotRefunded'

/** A link at which the dashboard opens a dialog about the appointment. Opening it changes nothing. */
export function dashboardLink({
  publicUrl,
  appointment,
  act,
}: {
  appointment: AppointmentRow
  act: LinkedAct
  publicUrl: string
}) {
  return `${publicUrl}/dashboard?${new URLSearchParams({ appointment: appointment.id, act })}`
}

type OfDependant = Pick<AppointmentRow, 'dependantName' | 'dependantRelation' | 'dependantBirthDate' | 'patientName'>

/** Names the dependant who comes, because the mail goes to the patient. */
export function dependantLine(appointment: OfDependant): string[] {
  const name = dependantForPatient(appointment)
  return name === undefined ? [] : [`Es la cita de ${name}.`]
}

/** The dependant as the patient reads it: by name, and with the relation where both have one name. Undefined without a dependant. */
export function dependantForPatient(appointment: OfDependant): string | undefined {
  const { dependantName, dependantRelation, patientName } = appointment
  if (dependantName === null) return undefined
  const isNamesake = foldText(dependantName) === foldText(patientName ?? '')
  return isNamesake && dependantRelation ? `${dependantName} (${dependantRelation.toLowerCase()})` : dependantName
}

/** A dependant's age on the day of the appointment, as `(7 años)` behind the name that the centre reads. */
export function nameForCenter({
  name,
  appointment: { dependantBirthDate, startsAt },
}: {
  name: string
  appointment: Pick<AppointmentRow, 'dependantBirthDate' | 'startsAt'>
}): string {
  const birthDate = dependantBirthDate === unknownBirthDate ? null : dependantBirthDate
  return nameWithAge({ name, birthDate, today: localDay({ instant: startsAt, zone }) })
}

/** The centre's agenda, with the appointment open. */
export function agendaPage({ id, centerId, startsAt }: Pick<AppointmentRow, 'id' | 'centerId' | 'startsAt'>): string {
  return `/center/dashboard?${new URLSearchParams({
    seccion: 'agenda',
    centro: centerId,
    fecha: localDay({ instant: startsAt, zone }),
    cita: id,
  })}`
}

/** How a centre writes to the patient. A guest has no account to write to. */
export function writingToPatient({
  appointment: { patientId, centerId },
  publicUrl,
}: {
  appointment: Pick<AppointmentRow, 'patientId' | 'centerId'>
  publicUrl: string
}): Writing | undefined {
  if (patientId === null) return undefined
  return {
    sentence: `Al paciente le escribes por los mensajes de ${brand.name}.`,
    link: {
      label: 'Escribirle al paciente',
      url: `${publicUrl}${centerPage(centerId, 'mensajes')}&${new URLSearchParams({ to: patientId })}`,
    },
  }
}

/** The reader of a mail: a patient has an account, a guest has only given the centre an address. */
export type Reader = 'patient' | 'guest'

/**
 * `notices`: the kind that the patient may switch off. `asksToAccept`: asks the patient to say that the appointment is
 * theirs.
 */
export function patientMail({
  appointment,
  publicUrl,
  calendarUrl,
  subject,
  paragraphs,
  list = [],
  asksToAccept,
  isChangeable = true,
  offersPayment = false,
  button,
  confirmUrl,
  notices,
}: {
  subject: string
  /** What follows the appointment itself. */
  paragraphs: readonly string[]
  /** The dates of a series, after the first paragraph. */
  list?: readonly string[]
  appointment: AppointmentRow
  asksToAccept?: boolean
  isChangeable?: boolean
  /** Its paragraphs say that what is due can be paid online. */
  offersPayment?: boolean
  /** The dialog to which the button leads, instead of the list of appointments. */
  button?: { label: string; act: LinkedAct }
  /** Proves the address, which was not proved before, and leads to the appointment. */
  confirmUrl?: string | undefined
  notices: string
  publicUrl: string
  calendarUrl: string
}): MailContent {
  const links =
    isOpen(appointment) && isChangeable
      ? [
          ...(offersPayment
            ? [{ label: 'Pagar en línea', url: dashboardLink({ appointment, act: 'pay', publicUrl }) }]
            : []),
          ...upcomingLinks({ appointment, calendarUrl }),
          { label: 'Cambiar', url: dashboardLink({ appointment, act: 'move', publicUrl }) },
          { label: 'Cancelar', url: dashboardLink({ appointment, act: 'cancel', publicUrl }) },
        ]
      : []
  const why =
    confirmUrl === undefined
      ? `Recibes este correo porque ${asksToAccept ? `${appointment.centerName} agendó una cita para ti` : `reservaste`} en ${brand.name}.`
      : `Recibes este correo porque alguien reservó en ${brand.name} con esta dirección. Si no fuiste tú, la página que abre el botón te deja decirlo. El botón sirve una sola vez y vence en ${minutesInWords(kinds.signup.lifetimeMs / minuteMs)}.`
  return mailLayout({
    subject,
    visit: visitOf(appointment, 'patient'),
    paragraphs,
    list,
    action: confirmUrl
      ? { label: 'Confirmar mi correo', url: confirmUrl }
      : button
        ? { label: button.label, url: dashboardLink({ appointment, act: button.act, publicUrl }) }
        : asksToAccept
          ? { label: 'Confirmar que es mía', url: dashboardLink({ appointment, act: 'details', publicUrl }) }
          : { label: 'Ver la cita', url: dashboardLink({ appointment, act: 'details', publicUrl }) },
    links,
    footnote: `${why} Puedes apagar ${notices} en Mi Cuenta.`,
    writing: writingToCenter({ centerId: appointment.centerId, publicUrl }),
    settings: settingsLink({ publicUrl }),
  })
}

/** A guest has no account, so the mail has no links into one. */
export function guestMail({
  subject,
  paragraphs,
  list = [],
  appointment,
  calendarUrl,
}: {
  subject: string
  /** What follows the appointment itself. */
  paragraphs: readonly string[]
  /** The dates of a series, after the first paragraph. */
  list?: readonly string[]
  appointment: AppointmentRow
  calendarUrl: string
}): MailContent {
  return mailLayout({
    subject,
    visit: visitOf(appointment, 'guest'),
    paragraphs,
    list,
    links: appointment.isCenterApproved ? upcomingLinks({ appointment, calendarUrl }) : [],
    footnote: `Recibes este correo porque le diste tu dirección a ${appointment.centerName}.`,
    // Without the centre's telephone, the layout names Senda's address.
    writing: appointment.centerPhone
      ? { sentence: `Para hablar con el centro, llama al ${appointment.centerPhone}.` }
      : undefined,
  })
}
