import { contactErrors } from '#contract/contacts.ts'
import { failWith } from '#contract/errors.ts'
import { packageErrors } from '#contract/packages.ts'

export const fail = failWith({ ...packageErrors, ...contactErrors })
