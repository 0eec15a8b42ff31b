import { lateSchema } from '#web/platform/late-schema.ts'

/** The schema of each step, for the form as a whole. */
export const registrationSchemas = lateSchema(() =>
  import('./wizard-schemas.ts').then((module) => module.wizardSchemas),
)
