import { z } from 'zod'
import { cents } from './values.ts'

/** `newcomers`: patients without a completed visit at the centre, or with a visit there that they missed. */
export const depositAudiences = ['everyone', 'newcomers'] as const
export type DepositAudience = (typeof depositAudiences)[number]

export const depositNeedsPayments =
  'La seña se paga en línea: para pedirla, el centro tiene que poder recibir pagos en línea.'
const depositTooHigh = 'La seña no puede ser mayor que el precio'
const percentRange = 'El porcentaje de la seña debe ser un número entero entre 1 y 100'

/** What a centre asks in advance for a service: a fixed amount, or a share of the price. All null: nothing. */
export const depositRule = z.object({
  depositFor: z.enum(depositAudiences).nullable().default(null),
  depositCents: cents.min(1, 'Escribe el importe de la seña').max(100_000_000, depositTooHigh).nullable().default(null),
  depositPercent: z.number().int(percentRange).min(1, percentRange).max(100, percentRange).nullable().default(null),
})
/** As a centre reads it. */
export const storedDepositRule = z.object({
  depositFor: z.enum(depositAudiences).nullable(),
  depositCents: cents.nullable(),
  depositPercent: z.number().int().nullable(),
})
/** What is paid in advance of one service, where the centre takes payments online. */
export const publishedDeposit = z.object({ cents, for: z.enum(depositAudiences) })
export type PublishedDeposit = z.output<typeof publishedDeposit>

export type DepositRule = z.output<typeof depositRule>

type Offer = DepositRule & { priceCents: number }
type Fault = { path: [keyof DepositRule]; message: string }

/** The fault of a rule beside its price; undefined when it has none. */
export function depositFault({ depositFor, depositCents, depositPercent, priceCents }: Offer): Fault | undefined {
  if (depositFor === null) {
    const isEmpty = depositCents === null && depositPercent === null
    return isEmpty ? undefined : { path: ['depositFor'], message: 'Indica a quién le pides la seña' }
  }
  if (depositCents === null && depositPercent === null)
    return { path: ['depositCents'], message: 'Escribe el importe de la seña' }
  if (depositCents !== null && depositPercent !== null)
    return { path: ['depositPercent'], message: 'La seña es un importe o un porcentaje, no los dos' }
  return depositCents !== null && depositCents > priceCents
    ? { path: ['depositCents'], message: depositTooHigh }
    : undefined
}

/** For an object schema with a price and the fields of the rule. */
export function refineDeposit(offer: Offer, context: { addIssue: (issue: Fault & { code: 'custom' }) => void }): void {
  const fault = depositFault(offer)
  if (fault) context.addIssue({ code: 'custom', ...fault })
}
