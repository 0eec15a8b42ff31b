import type { FieldValues, Resolver } from 'react-hook-form'
import type { z } from 'zod'

import { errorMessage } from './error-message.ts'
import { unplaced } from './form-fault.ts'

/** A schema whose code loads later, because a visitor who only reads the page does not need zod, 30 KB of its scripts. */
export type LateSchema<Schema> = {
  load: () => Promise<Schema>
  /** For the focus of a form: the code arrives while the visitor types. */
  preload: () => void
}

export function lateSchema<Schema>(load: () => Promise<Schema>): LateSchema<Schema> {
  // Submitting loads it again, and reports a failure.
  return { load, preload: () => void Promise.all([load(), loadResolver()]).catch(() => undefined) }
}

const loadResolver = () => import('./form-resolver.ts').then(({ formResolver }) => formResolver)

/** formResolver() for a late schema. Without a connection to load it, the form says so above its fields. */
export function lateResolver<Input extends FieldValues, Output>(
  load: () => Promise<z.ZodType<Output, Input>>,
): Resolver<Input, unknown, Output> {
  return async (...form) => {
    const loaded = await Promise.all([loadResolver(), load()]).catch((error: unknown) => errorMessage(error))
    if (typeof loaded === 'string')
      return { values: {}, errors: { [unplaced]: { type: 'connection', message: loaded } } as never }
    const [formResolver, schema] = loaded
    return await formResolver(schema)(...form)
  }
}
