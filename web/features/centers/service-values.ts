// Apart from the schema, because the registration reads its draft before it loads zod.
import type { PricedService } from '#contract/services.ts'
import { draftRow, draftText } from '#web/platform/form-draft.ts'
import { pesosText } from '#web/platform/typed-money.ts'

import type { TypedService } from './typed-service.ts'

/** A service as its form shows it; without one, an empty form with this duration. */
export function serviceValues(service: PricedService | undefined, { duration }: { duration: string }): TypedService {
  if (!service) return { serviceType: '', name: '', price: '', duration }
  const { serviceType, name, priceCents, durationMinutes } = service
  return { serviceType, name, price: pesosText(priceCents), duration: String(durationMinutes) }
}

/** The fields that have another name in the contract. */
export const renamedServiceFields = { priceCents: 'price', durationMinutes: 'duration' } as const satisfies Partial<
  Record<keyof PricedService, keyof TypedService>
>

const fields = {
  serviceType: draftText,
  name: draftText,
  price: draftText,
  duration: draftText,
} satisfies Record<keyof TypedService, unknown>

/** What a draft stores of a service's form. */
export const draftService = draftRow(fields)

export const serviceFields = Object.keys(fields) as (keyof TypedService)[]
