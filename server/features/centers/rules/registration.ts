import { legalVersions } from '#contract/brand.ts'
import { type CenterRegistrationForm, weekdayKeys } from '#contract/center-registration.ts'
import { foldText } from '#contract/folded-text.ts'
import { centerNameOf } from '#contract/names.ts'
import { specialties } from '#contract/specialties.ts'
import { listParts } from '#contract/typed-lists.ts'
import type { Metadata } from '#server/features/auth/auth.types.ts'
import type { NewProfessional } from '#server/features/professionals/professionals.types.ts'
import type { WeeklyInterval } from '#server/platform/local-time.ts'
import type { NewCenter } from '../centers.types.ts'
import { mergeSpecialties } from './centers.ts'

/** Each entry once, ignoring accents and capitals. */
function splitList(text: string): string[] {
  return mergeSpecialties([], listParts(text))
}

const labels = new Map(Object.values(specialties).map(({ label }) => [foldText(label), label]))

/** Known specialties in our spelling; others as they were typed. */
export function readSpecialties(text: string): string[] {
  return splitList(text).map((word) => labels.get(foldText(word)) ?? word)
}

export function readLanguages(text: string): string[] {
  const named = splitList(text)
  return named.length > 0 ? named : ['Español']
}

/** The seven pairs as intervals of the week, Monday first, each split by the pause inside it. A day without hours has none. */
export function readWeek(availability: CenterRegistrationForm['availability']): WeeklyInterval[] {
  return weekdayKeys.flatMap((key, index) => {
    const [start, end] = [availability[`${key}Start`], availability[`${key}End`]]
    if (start === '' || end === '') return []
    const pause = [availability.breakStart, availability.breakEnd] as const
    const isInside = pause[0] !== '' && start < pause[0] && pause[1] < end
    const parts = isInside ? [[start, pause[0]] as const, [pause[1], end] as const] : [[start, end] as const]
    return parts.map(([from, to]) => ({ weekday: index + 1, startMinute: minuteOf(from), endMinute: minuteOf(to) }))
  })
}

function minuteOf(wallTime: string): number {
  const [hours = 0, minutes = 0] = wallTime.split(':').map(Number)
  return hours * 60 + minutes
}

/** The metadata of a sign-up at /auth/v1. */
export function metadataOfRegistration(form: CenterRegistrationForm): Metadata {
  return {
    user_type: 'center',
    subscriptionCompleted: true,
    full_name: form.personalInfo.fullName,
    phone: form.centerInfo.contactPhone,
    ...(form.terms.acceptTerms && { accepted_terms: legalVersions.terms }),
    ...(form.terms.acceptPrivacy && { accepted_privacy: legalVersions.privacy }),
  }
}

/** `email`: of the account, valid and lower-cased. */
export function centerOfRegistration(
  form: CenterRegistrationForm,
  { ownerId, email, logoUrl }: { ownerId: string; email: string; logoUrl: string | null },
): NewCenter {
  const { personalInfo, centerInfo, availability, services, terms } = form
  return {
    ownerId,
    // Patients find an independent professional by name.
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
    photoUrl,
  }
}
