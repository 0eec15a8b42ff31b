import { z } from 'zod'

import { registrationSteps } from './registration-steps.ts'
import { stepSchemas } from './step-schemas.ts'

/** One for each screen of the wizard, in their order. */
export const wizardSchemas = registrationSteps.map(({ key }) => z.object({ [key]: stepSchemas[key] }))
