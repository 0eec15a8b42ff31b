import { percentMessage } from '#contract/discounts.ts'
import type { RewardFields, StaffReward } from '#contract/loyalty.ts'
import { cleanDigits } from '#contract/pasted-text.ts'
import { percentText, typedPercent } from '#web/platform/typed-decimal.ts'
import { pesosText, typedMoney } from '#web/platform/typed-money.ts'

/** The typed values of a reward. Empty means no limit. */
export type TypedReward = {
  name: string
  description: string
  kind: 'percentage' | 'fixed_amount' | 'service' | 'upgrade' | 'product'
  /** The id of the centre that hands it over; empty: Senda does. */
  providerId: string
  /** Shown for it, and typed to find it. */
  providerName: string
  stock: string
  pointsCost: string
  discountValue: string
  maximum: string
  startsOn: string
  validUntil: string
  /** Why staff create or change it; staff read it in the record. */
  reason: string
}
export type RewardFormErrors = Partial<Record<keyof TypedReward, string>>

export const emptyReward: TypedReward = {
  name: '',
  description: '',
  kind: 'percentage',
  providerId: '',
  providerName: '',
  stock: '',
  pointsCost: '',
  discountValue: '',
  maximum: '',
  startsOn: '',
  validUntil: '',
  reason: '',
}

export function typedOf(reward: StaffReward): TypedReward {
  const { name, description, rewardType, discountType, discountValue, pointsCost, maximumCents } = reward
  return {
    name,
    description: description ?? '',
    kind: rewardType === 'discount' ? discountType : rewardType,
    providerId: reward.provider?.id ?? '',
    providerName: reward.provider?.name ?? '',
    stock: reward.stock === null ? '' : String(reward.stock),
    pointsCost: String(pointsCost),
    discountValue: discountType === 'percentage' ? percentText(discountValue) : pesosText(discountValue),
    maximum: maximumCents === null ? '' : pesosText(maximumCents),
    startsOn: reward.startsOn,
    validUntil: reward.validUntil ?? '',
    reason: '',
  }
}

const amountMessage = 'Escribe el importe en pesos, por ejemplo 1250 o 1250,50'

/** Reads numbers as people type them. The server checks their limits. */
export function readReward(typed: TypedReward): {
  fields: RewardFields & { reason: string }
  errors: RewardFormErrors
} {
  const errors: RewardFormErrors = {}
  const readPoints = (): number => {
    const text = cleanDigits(typed.pointsCost)
    if (!/^\d{1,7}$/.test(text) || Number(text) === 0) errors.pointsCost = 'Escribe cuántos puntos cuesta'
    return Number(text)
  }
  const readPercent = (): number => {
    const value = typedPercent(typed.discountValue, { decimals: 1 })
    if (value === undefined || value < 1 || value > 100) errors.discountValue = percentMessage
    return value ?? 0
  }
  const readMoney = (name: 'discountValue' | 'maximum'): number => {
    const cents = typedMoney(typed[name])
    if (!cents) errors[name] = amountMessage
    return cents ?? 0
  }
  if (typed.name.trim() === '') errors.name = 'Escribe un nombre'
  if (typed.validUntil && typed.startsOn && typed.validUntil < typed.startsOn) {
    errors.validUntil = 'El final no puede ser anterior al comienzo'
  }
  const values = {
    percentage: readPercent,
    fixed_amount: () => readMoney('discountValue'),
    service: () => 100,
    upgrade: () => 0,
    product: () => 0,
  }
  const { kind } = typed
  const isForDesk = kind === 'upgrade' || kind === 'product'
  const readStock = (): number => {
    const text = cleanDigits(typed.stock)
    if (!/^\d{1,5}$/.test(text) || Number(text) === 0) errors.stock = 'Escribe cuántas hay'
    return Number(text)
  }
  if (isForDesk && typed.providerName.trim() !== '' && typed.providerId === '') {
    errors.providerName = 'Elige el centro de la lista, o deja el campo vacío'
  }
  if (typed.reason.trim() === '') errors.reason = 'Escribe el motivo'
  const fields: RewardFields & { reason: string } = {
    name: typed.name,
    description: typed.description,
    rewardType: kind === 'percentage' || kind === 'fixed_amount' ? 'discount' : kind,
    pointsCost: readPoints(),
    discountType: isForDesk || kind === 'fixed_amount' ? 'fixed_amount' : 'percentage',
    discountValue: values[kind](),
    maximumCents: isForDesk || kind === 'fixed_amount' || typed.maximum.trim() === '' ? null : readMoney('maximum'),
    providerId: isForDesk && typed.providerId !== '' ? typed.providerId : null,
    stock: isForDesk ? readStock() : null,
    startsOn: typed.startsOn || null,
    validUntil: typed.validUntil || null,
    reason: typed.reason,
  }
  return { fields, errors }
}
