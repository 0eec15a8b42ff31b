import { z } from 'zod'
import { localDay } from '#server/platform/local-time.ts'

export type Outcome =
  | 'approved'
  | 'declined'
  | 'insufficient_funds'
  | 'expired_card'
  | 'no_response'
  | 'pending'
  | 'repeated'
  | 'every_notification'

type TestCard = { number: string; brand: string; outcome: Outcome; description: string }

/** The only numbers that the gateway accepts. They are numbers that the industry reserves for tests. */
export const testCards: readonly TestCard[] = [
  { number: '4111111111111111', brand: 'Visa', outcome: 'approved', description: 'Se aprueba' },
  { number: '5555555555554444', brand: 'Mastercard', outcome: 'approved', description: 'Se aprueba' },
  { number: '4000000000000002', brand: 'Visa', outcome: 'declined', description: 'El banco la rechaza' },
  { number: '4000000000009995', brand: 'Visa', outcome: 'insufficient_funds', description: 'No tiene saldo' },
  { number: '4000000000000069', brand: 'Visa', outcome: 'expired_card', description: 'El banco dice que venció' },
  {
    number: '4000000000000119',
    brand: 'Visa',
    outcome: 'no_response',
    description: 'Se aprueba, pero la respuesta se pierde',
  },
  {
    number: '4000000000003220',
    brand: 'Visa',
    outcome: 'pending',
    description: 'Queda en proceso y se aprueba en 20 segundos',
  },
  {
    number: '5200828282828210',
    brand: 'Mastercard',
    outcome: 'repeated',
    description: 'Se aprueba y lo avisa tres veces',
  },
  {
    number: '5105105105105100',
    brand: 'Mastercard',
    outcome: 'every_notification',
    description: 'Se aprueba y lo avisa de todas las formas que conoce una pasarela',
  },
]

/** A browser's request for a token. Messages are Spanish, because the form shows them. */
export const cardInput = z.object({
  number: z
    .string()
    .max(30)
    .transform((text) => text.replaceAll(/[ -]/g, ''))
    .refine(
      (digits) => /^\d{12,19}$/.test(digits) && hasValidChecksum(digits),
      'El número de la tarjeta no es correcto.',
    ),
  name: z.string().trim().min(1, 'Escribe el nombre como está en la tarjeta.').max(100),
  expiry: z.string().regex(/^(0[1-9]|1[0-2])\/\d{2}$/, 'El vencimiento se escribe MM/AA.'),
  cvv: z.string().regex(/^\d{3,4}$/, 'El código de seguridad tiene 3 o 4 números.'),
})

/** A card is valid to the last day of its month. */
export function isExpired({ expiry, now, zone }: { expiry: string; now: Date; zone: string }): boolean {
  const [month = '', year = ''] = expiry.split('/')
  return `20${year}-${month}` < localDay({ instant: now, zone }).slice(0, 7)
}

/** The Luhn checksum (ISO/IEC 7812-1), which finds a mistyped digit. */
function hasValidChecksum(digits: string): boolean {
  let sum = 0
  for (const [index, digit] of [...digits].toReversed().entries()) {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1)
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}
