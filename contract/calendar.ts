import { inWords } from './numbers-in-words.ts'

/** The marketplace's time zone, independent of the browser's. */
export const zone = 'America/Montevideo'

/** Start times are multiples of this, counted from local midnight. */
export const gridMinutes = 30
export const sessionMinutes = { min: 15, max: 300, preset: 60 } as const
/** The earliest bookable time is this far ahead. */
export const noticeMinutes = 60
/** The latest day that a patient may book is this far ahead. */
export const horizonDays = 90
/** The latest day that a centre's desk may book is this far ahead: a year of weekly sessions, and the control after it. */
export const deskHorizonMonths = 18
export const holdMinutes = 10
/** How long a time is held in all while its deposit is paid. The gateway stops taking the payment a little earlier. */
export const depositHoldMinutes = 30
export const depositMarginMinutes = 2
export const holdExpiredMessage = `La reserva estuvo guardada ${holdMinutes} minutos y venció. Elige el horario de nuevo.`
/** Cancelling and moving are free until this long before the appointment. */
export const freeCancellationHours = 24
/** They are also free for this long after booking, even within the last 24 hours before the appointment. */
export const freeAfterBookingMinutes = 30
/** A pending request is cancelled after this long without a response, or this long before it starts. */
export const pendingHours = 24
export const pendingLeadHours = 2
/** How long an account has to confirm its address before the time that it booked is freed, and how long before that it is warned. */
export const provisionalHours = 24
export const provisionalWarningHours = 6

/** A patient may object for this long to what the desk recorded about a visit. The database has the same limit. */
export const objectionDays = 7
/** Hours, breaks and absences are multiples of this. */
export const hoursGridMinutes = 5
export const hoursGridMessage = `Las horas van de ${inWords(hoursGridMinutes)} en ${inWords(hoursGridMinutes)} minutos`

export const dayParts = {
  morning: { label: 'Mañana', fromHour: 0, toHour: 12 },
  afternoon: { label: 'Tarde', fromHour: 12, toHour: 18 },
  evening: { label: 'Noche', fromHour: 18, toHour: 24 },
} as const
