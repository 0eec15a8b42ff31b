import { z } from 'zod'
import { type DepositRule, depositAudiences, depositFault } from '#contract/deposits.ts'
import { type OfferedService, vatPercent } from '#contract/services.ts'
import { typedServiceFields } from '#web/features/centers/typed-service.ts'
import { pesosText, typedMoney } from '#web/platform/typed-money.ts'

const depositKinds = ['amount', 'percent'] as const

type TypedDeposit = { depositFor: '' | DepositRule['depositFor']; depositKind: 'amount' | 'percent'; deposit: string }

/** A priced service with its IVA and the deposit that it asks, as texts; the output has the contract's shape. */
export const typedOffer = typedServiceFields
  .extend({
    depositFor: z.enum(['', ...depositAudiences]),
    depositKind: z.enum(depositKinds),
    deposit: z.string(),
    vatPercent: z.string().transform(Number).pipe(vatPercent),
  })
  .transform(({ price: priceCents, duration: durationMinutes, depositFor, depositKind, deposit, ...same }, context) => {
    const service = { ...same, priceCents, durationMinutes }
    const rule = ruleOf({ depositFor, depositKind, deposit })
    const fault = rule ? depositFault({ ...rule, priceCents }) : { message: faultOf(depositKind) }
    if (rule && !fault) return { ...service, ...rule } satisfies OfferedService
    context.addIssue({ code: 'custom', path: ['deposit'], message: fault?.message ?? '' })
    return z.NEVER
  })
export type TypedOffer = z.input<typeof typedOffer>

const faultOf = (kind: TypedDeposit['depositKind']) =>
  kind === 'amount'
    ? 'Escribe el importe de la seña en pesos, por ejemplo 500'
    : 'El porcentaje de la seña debe ser un número entero entre 1 y 100'

/** Undefined when the typed text is no such amount. */
function ruleOf({ depositFor, depositKind, deposit }: TypedDeposit): DepositRule | undefined {
  if (depositFor === '' || depositFor === null) return { depositFor: null, depositCents: null, depositPercent: null }
  if (depositKind === 'amount') {
    const depositCents = typedMoney(deposit)
    return depositCents ? { depositFor, depositCents, depositPercent: null } : undefined
  }
  const typed = deposit.replaceAll(/[\s%]/g, '')
  const depositPercent = /^\d{1,3}$/.test(typed) ? Number(typed) : 0
  return depositPercent >= 1 && depositPercent <= 100 ? { depositFor, depositCents: null, depositPercent } : undefined
}

/** The deposit of a service as its form shows it. */
export function depositValues(rule: DepositRule | undefined): {
  depositFor: '' | NonNullable<DepositRule['depositFor']>
  depositKind: 'amount' | 'percent'
  deposit: string
} {
  if (!rule?.depositFor) return { depositFor: '', depositKind: 'amount', deposit: '' }
  const { depositFor, depositCents, depositPercent } = rule
  return depositCents === null
    ? { depositFor, depositKind: 'percent', deposit: String(depositPercent ?? '') }
    : { depositFor, depositKind: 'amount', deposit: pesosText(depositCents) }
}
