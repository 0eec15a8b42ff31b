import type { UseFormReturn } from 'react-hook-form'

import { weekdayKeys } from '#contract/center-registration.ts'

import type { CenterDraft } from './center-draft.ts'
import type { FileField, RegistrationValues } from './registration-values.ts'

/** What the draft is made from; it keeps what it may of it. */
export function draftOf(typed: Partial<RegistrationValues>, files: Partial<Record<FileField, string>>): object {
  return { ...typed, modality: typed.availability?.modality, priced: typed.services?.priced, files }
}

type Texts = 'accessData' | 'personalInfo' | 'centerInfo'

/** Puts back what was typed before a reload; what was typed meanwhile stays. */
export function restoreDraft(form: UseFormReturn<RegistrationValues>, draft: CenterDraft): void {
  for (const group of ['accessData', 'personalInfo', 'centerInfo'] as const satisfies readonly Texts[]) {
    for (const [name, text] of Object.entries(draft[group])) {
      const field = `${group}.${name}` as 'personalInfo.fullName'
      if (text && !form.getValues(field)) form.setValue(field, text)
    }
  }
  const { sessionDuration, platform, cancellationPolicy } = draft.availability
  if (sessionDuration !== undefined) form.setValue('availability.sessionDuration', sessionDuration)
  if (platform) form.setValue('availability.platform', platform)
  if (cancellationPolicy) form.setValue('availability.cancellationPolicy', cancellationPolicy)
  for (const weekday of weekdayKeys) {
    for (const name of [`${weekday}Start`, `${weekday}End`] as const) {
      const time = draft.availability[name]
      if (time) form.setValue(`availability.${name}`, time)
    }
  }
  if (draft.modality.length > 0) form.setValue('availability.modality', draft.modality)
  const { servicesList, languages } = draft.services
  if (servicesList) form.setValue('services.servicesList', servicesList)
  if (languages) form.setValue('services.languages', languages)
  if (draft.priced.length > 0) form.setValue('services.priced', draft.priced)
  for (const name of ['acceptTerms', 'acceptPrivacy', 'publicProfile'] as const) {
    if (draft.terms[name]) form.setValue(`terms.${name}`, true)
  }
}
