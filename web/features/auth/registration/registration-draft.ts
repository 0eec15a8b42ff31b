import { z } from 'zod'

import { formDraft, keptTexts } from '#web/platform/form-draft.ts'

/** What was typed so far in this browser; never the password. */
export const registrationDraft = formDraft({
  name: 'register',
  kept: z.object(keptTexts('firstName', 'lastName', 'email', 'phone', 'address', 'emergencyContact')),
})
