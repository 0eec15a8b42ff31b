import { contactErrors } from '#contract/contacts.ts'
import { failWith } from '#contract/errors.ts'

export const fail = failWith(contactErrors)
