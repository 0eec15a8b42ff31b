import { z } from 'zod'

import { type CenterRegistrationStep, centerRegistrationSteps } from '#contract/center-registration.ts'
import { maxPricedServices } from '#contract/services.ts'
import { typedService } from '../typed-service.ts'

const { accessData, personalInfo, centerInfo, availability, services, terms } = centerRegistrationSteps

/** The contract's steps, in the order of the screens, with typed prices and durations. */
export const stepSchemas = {
  accessData,
  personalInfo,
  centerInfo,
  availability,
  services: services.extend({ priced: z.array(typedService).max(maxPricedServices) }),
  terms,
} satisfies Record<CenterRegistrationStep, z.ZodType>
