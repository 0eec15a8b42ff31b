import { draftCheckbox, draftChoice, draftTexts, formDraft } from '#web/platform/form-draft.ts'

/** What the visitor typed in the confirm step, without the password. `mode`: the open form; `sentTo`: the mail's address. */
export const accessDraft = formDraft({
  name: 'booking-access',
  fields: {
    ...draftTexts('fullName', 'email', 'phone', 'sentTo'),
    acceptTerms: draftCheckbox,
    mode: draftChoice(['register', 'signIn', 'checkMail'] as const),
  },
})
