import type { Appointment } from '#contract/appointments.ts'
import { depositHoldMinutes } from '#contract/calendar.ts'
import { formatMoney } from '#web/platform/formats.ts'
import { payTo } from './payment-sentence.ts'

type Held = Pick<Appointment, 'deposit' | 'place' | 'attendee'>

/** What is paid now and what later, before the patient confirms a held time; undefined where no deposit is asked. */
export function depositSentence({ deposit, place, attendee }: Held): string | undefined {
  if (!deposit) return undefined
  const { cents, restCents, for: audience, isDue } = deposit
  // A visitor may turn out to be a patient of whom none is asked.
  const isUncertain = audience === 'newcomers' && attendee === null && !isDue
  const who = isUncertain ? 'Si es tu primera visita a este centro, o si faltaste a una, pagas' : 'Pagas'
  const what =
    restCents > 0
      ? `${who} ahora en línea ${formatMoney(cents)} de seña, y después ${formatMoney(restCents)}, en línea o ${payTo(place)}.`
      : `${who} ahora en línea el precio entero: ${formatMoney(cents)}.`
  return `${what} La hora queda reservada cuando se aprueba el pago, y te la guardamos hasta ${depositHoldMinutes} minutos desde que la elegiste. Si no vas, el centro se queda con lo que pagaste.`
}

export const depositLabel = 'Seguir y pagar la seña'

/** Where the patient pays the deposit of a time that they have confirmed. */
export const payHref = (appointmentId: string): string =>
  `/dashboard?${new URLSearchParams({ appointment: appointmentId, act: 'pay' })}`
