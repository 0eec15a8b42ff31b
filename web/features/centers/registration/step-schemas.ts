import { z } from 'zod'

import { type CenterRegistrationStep, centerRegistrationSteps } from '#contract/center-registration.ts'
import { cleanDigits } from '#contract/pasted-text.ts'
import { pricedService } from '#contract/services.ts'
import { sessionMinutes } from '#contract/session-minutes.ts'
import { serviceSlug } from '#contract/values.ts'
import { typedMoney } from '#web/platform/typed-money.ts'

const durationRange = `La duración debe ser un número entre ${sessionMinutes.min} y ${sessionMinutes.max} minutos`

/** A typed service; the output has the contract's shape. */
const pricedRow = z
  .object({
    serviceType: z.string().min(1, 'Elige el tipo de servicio').pipe(serviceSlug),
    name: pricedService.shape.name,
    price: z
      .string()
      .transform(typedMoney)
      .refine((cents) => cents !== undefined, 'Escribe el precio en pesos, como 1.250')
      .pipe(pricedService.shape.priceCents),
    duration: z
      .string()
      .overwrite(cleanDigits)
      .regex(/^\d{1,4}$/, durationRange)
      .transform(Number)
      .pipe(pricedService.shape.durationMinutes),
  })
  .transform(({ serviceType, name, price, duration }) => ({
    serviceType,
    name,
    priceCents: price,
    durationMinutes: duration,
  }))

const { accessData, personalInfo, centerInfo, availability, services, terms } = centerRegistrationSteps

/** The contract's steps, in the order of the screens, with typed prices and durations. */
export const stepSchemas = {
  accessData,
  personalInfo,
  centerInfo,
  availability,
  services: services.extend({ priced: z.array(pricedRow).max(30) }),
  terms,
} satisfies Record<CenterRegistrationStep, z.ZodType>
