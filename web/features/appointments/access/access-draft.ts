import { type AttendeeValues, newPerson } from '#web/features/appointments/attendee-values.ts'
import { draftCheckbox, draftChoice, draftTexts, formDraft } from '#web/platform/form-draft.ts'

/** What the visitor typed in the confirm step, without the password. `mode`: the open form; `sentTo`: the mail's address. */
export const accessDraft = formDraft({
  name: 'booking-access',
  fields: {
    ...draftTexts('fullName', 'email', 'phone', 'sentTo'),
    acceptTerms: draftCheckbox,
    mode: draftChoice(['register', 'signIn', 'checkMail'] as const),
    attendee: draftChoice([newPerson] as const),
    newDependant: draftTexts('fullName', 'birthDate', 'relation'),
  },
})

/** Keeps what a visitor typed about a new person, for whom the appointment is. */
export function keepAttendee({ dependantId, newDependant }: AttendeeValues): void {
  const isNew = dependantId === newPerson
  accessDraft.write({ ...accessDraft.read(), attendee: isNew ? newPerson : undefined, newDependant })
}

export function keptAttendee(): Partial<AttendeeValues> {
  const { attendee, newDependant } = accessDraft.read()
  if (attendee === undefined) return {}
  const { fullName = '', birthDate = '', relation = '' } = newDependant
  return { dependantId: attendee, newDependant: { fullName, birthDate, relation } }
}
