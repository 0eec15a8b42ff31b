import type { z } from 'zod'

/** `schema`: validates the step's part of the form's values. */
export type WizardStep = { schema: z.ZodObject }

/** The step that an address names: the first by default, undefined for an unknown step. */
export function stepFrom({ stepParam, last }: { stepParam: string | undefined; last: number }): number | undefined {
  if (stepParam === undefined || stepParam === '') return 1
  const step = /^\d$/.test(stepParam) ? Number(stepParam) : 0
  return step >= 1 && step <= last ? step : undefined
}

/** The furthest step that the typed values allow: no step opens before the earlier steps are valid. */
export function furthestStep({ steps, typed }: { steps: readonly WizardStep[]; typed: object }): number {
  const wrong = steps.findIndex(({ schema }) => !schema.safeParse(typed).success)
  return wrong === -1 ? steps.length : wrong + 1
}
