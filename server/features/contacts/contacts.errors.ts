import { contactErrors } from '#contract/contacts.ts'
import { failWith } from '#contract/errors.ts'
import { mergeErrors } from '#contract/guest-merge-routes.ts'
import { importErrors } from '#contract/patient-import-routes.ts'

export const fail = failWith({ ...contactErrors, ...importErrors, ...mergeErrors })
