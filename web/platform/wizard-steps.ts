import type { z } from 'zod'

export type StepSchema = z.ZodObject

/** The step that an address names: the first by default, undefined for an unknown step. */
export function stepFrom({ stepParam, last }: { stepParam: string | undefined; last: number }): number | undefined {
  if (stepParam === undefined || stepParam === '') return 1
  const step = /^\d$/.test(stepParam) ? Number(stepParam) : 0
  return step >= 1 && step <= last ? step : undefined
}

/** The furthest step that the typed values allow: no step opens before the earlier steps are valid. */
export function furthestStep({ schemas, typed }: { schemas: readonly StepSchema[]; typed: object }): number {
  const wrong = schemas.findIndex((schema) => !schema.safeParse(typed).success)
  return wrong === -1 ? schemas.length : wrong + 1
}
