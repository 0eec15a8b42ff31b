import { percentMessage } from '#contract/discounts.ts'
import { cleanDigits } from '#contract/pasted-text.ts'
import type { Promotion, PromotionFields } from '#contract/promotions.ts'
import { percentText, typedPercent } from '#web/platform/typed-decimal.ts'
import { pesosText, typedMoney } from '#web/platform/typed-money.ts'

/** The texts of the form. An empty limit or day means none. */
export type TypedPromotion = {
  code: string
  name: string
  description: string
  discountType: PromotionFields['discountType']
  discountValue: string
  minimum: string
  maximum: string
  usageLimit: string
  perPersonLimit: string
  startsOn: string
  validUntil: string
  isPublic: boolean
  /** Why staff create or change a promotion of Senda; empty for a centre's. */
  reason: string
}
export type PromotionFieldName = keyof TypedPromotion
export type PromotionFormErrors = Partial<Record<PromotionFieldName, string>>

export const emptyPromotion: TypedPromotion = {
  code: '',
  name: '',
  description: '',
  discountType: 'percentage',
  discountValue: '',
  minimum: '',
  maximum: '',
  usageLimit: '',
  perPersonLimit: '1',
  startsOn: '',
  validUntil: '',
  isPublic: false,
  reason: '',
}

export function typedOf(promotion: Promotion): TypedPromotion {
  const { code, name, description, discountType, discountValue, isPublic, perPersonLimit } = promotion
  return {
    ...{ code, name, discountType, isPublic },
    description: description ?? '',
    discountValue: discountType === 'percentage' ? percentText(discountValue) : pesosText(discountValue),
    minimum: promotion.minimumCents === 0 ? '' : pesosText(promotion.minimumCents),
    maximum: promotion.maximumCents === null ? '' : pesosText(promotion.maximumCents),
    usageLimit: promotion.usageLimit === null ? '' : String(promotion.usageLimit),
    perPersonLimit: String(perPersonLimit),
    startsOn: promotion.startsOn,
    validUntil: promotion.validUntil ?? '',
    reason: '',
  }
}

export const formFieldOf: Record<string, PromotionFieldName> = {
  minimumCents: 'minimum',
  maximumCents: 'maximum',
}

const amountMessage = 'Escribe el importe en pesos, por ejemplo 1250 o 1250,50'
const countMessage = 'Escribe un número entero, o deja el campo vacío'

/** Reads numbers as people type them. The server checks their limits. */
export function readPromotion(typed: TypedPromotion): { fields: PromotionFields; errors: PromotionFormErrors } {
  const errors: PromotionFormErrors = {}
  const money = (name: 'minimum' | 'maximum' | 'discountValue'): number => {
    const cents = typedMoney(typed[name])
    if (cents === undefined) errors[name] = amountMessage
    return cents ?? 0
  }
  const count = (name: 'usageLimit' | 'perPersonLimit', message: string): number => {
    const text = cleanDigits(typed[name])
    if (!/^\d{1,7}$/.test(text)) errors[name] = message
    return Number(text)
  }
  const percent = (): number => {
    const value = typedPercent(typed.discountValue, { decimals: 1 })
    if (value === undefined || value < 1 || value > 100) errors.discountValue = percentMessage
    return value ?? 0
  }
  if (typed.code === '') errors.code = 'Escribe un código, o genera uno'
  if (typed.name.trim() === '') errors.name = 'Escribe un nombre'
  const isPercent = typed.discountType === 'percentage'
  const fields: PromotionFields = {
    code: typed.code,
    name: typed.name,
    description: typed.description,
    discountType: typed.discountType,
    discountValue: isPercent ? percent() : money('discountValue'),
    minimumCents: typed.minimum.trim() === '' ? 0 : money('minimum'),
    maximumCents: typed.maximum.trim() === '' ? null : money('maximum'),
    usageLimit: typed.usageLimit.trim() === '' ? null : count('usageLimit', countMessage),
    perPersonLimit: count('perPersonLimit', 'Escribe un número de 1 a 100'),
    startsOn: typed.startsOn || null,
    validUntil: typed.validUntil || null,
    isPublic: typed.isPublic,
  }
  return { fields, errors }
}
