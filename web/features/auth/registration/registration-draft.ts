import { z } from 'zod'

import { formDraft, keptTexts } from '#web/platform/form-draft.ts'

/** The typed values of this browser; never the password. */
export const registrationDraft = formDraft({
  name: 'register',
  kept: z.object(keptTexts('firstName', 'lastName', 'email', 'phone', 'address', 'emergencyContact')),
})
