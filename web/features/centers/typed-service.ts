import { z } from 'zod'

import { cleanDigits } from '#contract/pasted-text.ts'
import { durationRange, pricedService } from '#contract/services.ts'
import { serviceSlug } from '#contract/values.ts'
import { typedMoney } from '#web/platform/typed-money.ts'

/** The fields of a priced service, with price and duration as typed text. */
export const typedServiceFields = pricedService.omit({ priceCents: true, durationMinutes: true }).extend({
  serviceType: z.string().min(1, 'Elige el tipo de servicio').pipe(serviceSlug),
  price: z
    .string()
    .transform(typedMoney)
    .refine((cents) => cents !== undefined, 'Escribe el precio en pesos, por ejemplo 1.250')
    .pipe(pricedService.shape.priceCents),
  duration: z
    .string()
    .overwrite(cleanDigits)
    .regex(/^\d{1,4}$/, durationRange)
    .transform(Number)
    .pipe(pricedService.shape.durationMinutes),
})

/** The output has the contract's shape. */
export const typedService = typedServiceFields.transform(({ price, duration, ...same }) => ({
  ...same,
  priceCents: price,
  durationMinutes: duration,
}))
export type TypedService = z.input<typeof typedService>
