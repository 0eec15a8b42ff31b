import { lateSchema } from '#web/platform/late-schema.ts'

export const registrationSchemas = lateSchema(() =>
  import('./wizard-schemas.ts').then((module) => module.wizardSchemas),
)
