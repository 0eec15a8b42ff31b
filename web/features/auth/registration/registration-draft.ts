import { draftTexts, formDraft } from '#web/platform/form-draft.ts'

/** The values typed in this browser, without the password. */
export const registrationDraft = formDraft({
  name: 'register',
  fields: draftTexts('firstName', 'lastName', 'email', 'phone', 'address', 'emergencyContact'),
})
