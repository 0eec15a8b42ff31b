import { z } from 'zod'

import { draftTexts, formDraft } from '#web/platform/form-draft.ts'

/** What the visitor typed in the confirm step, without the password. `mode`: the open form; `sentTo`: the mail's address. */
export const accessDraft = formDraft({
  name: 'booking-access',
  schema: z.object({
    ...draftTexts('fullName', 'email', 'phone', 'sentTo'),
    acceptTerms: z.boolean().optional().catch(undefined),
    mode: z.enum(['register', 'signIn', 'checkMail']).optional().catch(undefined),
  }),
})
