import { z } from 'zod'

import { formDraft, keptTexts } from '#web/platform/form-draft.ts'

/** What the visitor typed in the confirm step; never the password. `mode` is where they were, `sentTo` whom a mail went to. */
export const accessDraft = formDraft({
  name: 'booking-access',
  kept: z.object({
    ...keptTexts('fullName', 'email', 'phone', 'sentTo'),
    acceptTerms: z.boolean().optional().catch(undefined),
    mode: z.enum(['register', 'signIn', 'checkMail']).optional().catch(undefined),
  }),
})
