import { formDraft } from '#web/platform/form-draft.ts'

import type { Registration } from './registration.ts'

const kept = ['firstName', 'lastName', 'email', 'phone', 'address', 'emergencyContact'] as const

export type RegistrationDraft = Partial<Pick<Registration, (typeof kept)[number]>>

/** What was typed so far in this tab; never the password. */
export const registrationDraft = formDraft<RegistrationDraft>({
  name: 'register',
  keep: (found) =>
    Object.fromEntries(
      Object.entries(found).filter(
        ([name, value]) => kept.some((field) => field === name) && typeof value === 'string',
      ),
    ),
})
