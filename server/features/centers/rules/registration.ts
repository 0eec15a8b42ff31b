import type { CenterRegistrationForm } from '#contract/center-registration.ts'
import { foldText } from '#contract/folded-text.ts'
import { needsPlatform } from '#contract/modalities.ts'
import { centerNameOf } from '#contract/names.ts'
import { specialties } from '#contract/specialties.ts'
import { listParts } from '#contract/typed-lists.ts'
import { weekdayKeys } from '#contract/weekday-keys.ts'
import type { WeeklyInterval } from '#server/platform/local-time.ts'
import { requireShownVersions } from '#server/platform/shown-legal-versions.ts'
import type { NewCenter, NewProfessional } from '../centers.types.ts'
import { mergeSpecialties } from './centers.ts'

/** The entries of a list without repetitions. Accents and capitals are ignored in the comparison. */
function splitList(text: string): string[] {
  return mergeSpecialties([], listParts(text))
}

const labels = new Map(Object.values(specialties).map(({ label }) => [foldText(label), label]))

/** Known specialties get the label of the catalogue. Others stay as they were typed. */
export function readSpecialties(text: string): string[] {
  return splitList(text).map((word) => labels.get(foldText(word)) ?? word)
}

export function readLanguages(text: string): string[] {
  const languages = splitList(text)
  return languages.length > 0 ? languages : ['Español']
}

/** The hours of the form as intervals, Monday first. The break splits a day in two, and a day without hours has no interval. */
export function readWeek(availability: CenterRegistrationForm['availability']): WeeklyInterval[] {
  return weekdayKeys.flatMap((key, index) => {
    const [start, end] = [availability[`${key}Start`], availability[`${key}End`]]
    if (start === '' || end === '') return []
    const { breakStart, breakEnd } = availability
    const hasBreak = breakStart !== '' && start < breakStart && breakEnd < end
    const parts = hasBreak ? [[start, breakStart] as const, [breakEnd, end] as const] : [[start, end] as const]
    return parts.map(([from, to]) => ({ weekday: index + 1, startMinute: minuteOf(from), endMinute: minuteOf(to) }))
  })
}

function minuteOf(wallTime: string): number {
  const [hours = 0, minutes = 0] = wallTime.split(':').map(Number)
  return hours * 60 + minutes
}

/** The account's metadata, in the form of a sign-up at /auth/v1. @throws request.terms_changed */
export function metadataOfRegistration(form: CenterRegistrationForm): Record<string, unknown> {
  const accepted = requireShownVersions(form.terms.versions)
  return {
    user_type: 'center',
    subscriptionCompleted: true,
    full_name: form.personalInfo.fullName,
    phone: form.centerInfo.contactPhone,
    ...(form.terms.acceptTerms && { accepted_terms: accepted.terms }),
    ...(form.terms.acceptPrivacy && { accepted_privacy: accepted.privacy }),
  }
}

/** `email` is the account's, valid and in lower case. */
export function centerOfRegistration(
  form: CenterRegistrationForm,
  { ownerId, email, logoUrl }: { ownerId: string; email: string; logoUrl: string | null },
): NewCenter {
  const { personalInfo, centerInfo, availability, services, terms } = form
  return {
    ownerId,
    // Patients look for an independent professional by name.
    name: centerNameOf(centerInfo.centerName || personalInfo.fullName),
    ownerName: personalInfo.fullName,
    email,
    alternativeEmail: centerInfo.alternativeEmail.toLowerCase() || email,
    phone: centerInfo.contactPhone,
    address: centerInfo.address,
    neighborhood: centerInfo.neighborhood || null,
    department: centerInfo.department,
    instagram: centerInfo.instagram || null,
    facebook: centerInfo.facebook || null,
    description: services.servicesList,
    specialties: readSpecialties(personalInfo.specialties),
    modalities: [...new Set(availability.modality)],
    languages: readLanguages(services.languages),
    sessionDuration: Number(availability.sessionDuration),
    cancellationPolicy: availability.cancellationPolicy,
    logoUrl,
    isPublic: terms.publicProfile,
  }
}

/** The person who registers is the first professional. */
export function professionalOfRegistration(
  form: CenterRegistrationForm,
  { centerId, photoUrl }: { centerId: string; photoUrl: string | null },
): NewProfessional {
  return {
    centerId,
    userId: centerId,
    name: form.personalInfo.fullName,
    specialties: readSpecialties(form.personalInfo.specialties),
    modalities: [...new Set(form.availability.modality)],
    videoPlatform: form.availability.platform,
    ...(needsPlatform(form.availability.modality) && { videoLink: form.availability.videoLink }),
    photoUrl,
  }
}
