import { z } from 'zod'

import { draftTexts, formDraft } from '#web/platform/form-draft.ts'

/** The typed values of this browser; never the password. */
export const registrationDraft = formDraft({
  name: 'register',
  schema: z.object(draftTexts('firstName', 'lastName', 'email', 'phone', 'address', 'emergencyContact')),
})
