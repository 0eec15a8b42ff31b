import '#contract/messages.ts'
import { type FieldErrors, type FieldValues, get, type Resolver, set } from 'react-hook-form'
import type { z } from 'zod'

import { issueCodeOf } from '#contract/issue-codes.ts'
import { nearestField, unplaced } from './form-fault.ts'

/**
 * Validates a form with its schema. An error inside a list (`specialties.3`) is an error of the field in which the list is
 * typed. An error without a visible field is kept for the summary: see formFault().
 */
export function formResolver<Input extends FieldValues, Output>(
  schema: z.ZodType<Output, Input>,
): Resolver<Input, unknown, Output> {
  return async (values, _context, options) => {
    const parsed = await schema.safeParseAsync(values)
    if (parsed.success) return { values: parsed.data, errors: {} }
    const visible = (options.names ?? []).filter((name) => fieldAt(options.fields, name)?.mount !== false)
    const errors: FieldErrors<Input> = {}
    for (const issue of parsed.error.issues) {
      const { path, message } = issue
      const place = path.join('.')
      const field = nearestField(visible, place)
      const error = { type: issueCodeOf(issue), message }
      const name = field ?? place
      if (name !== '' && !get(errors, name)) set(errors, name, withRef(error, fieldAt(options.fields, name)?.ref))
      if (field === undefined && !get(errors, unplaced)) set(errors, unplaced, error)
    }
    return { values: {}, errors }
  }
}

const fieldAt = (fields: object, name: string): { mount?: boolean; ref?: unknown } | undefined => get(fields, name)

/** So that the first field with an error gets the focus. */
function withRef(error: { type: string; message: string }, ref: unknown) {
  return ref === undefined ? error : { ...error, ref }
}
