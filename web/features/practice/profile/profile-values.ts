import { z } from 'zod'

import { sessionMinutes } from '#contract/center-registration.ts'
import { centerEdit, type OwnCenter } from '#contract/practice.ts'

import { listText, typedList } from '../typed-list.ts'

const noMinutes = `Escribe un número entre ${sessionMinutes.min} y ${sessionMinutes.max}`

/** The contract's edit, with lists and numbers as somebody types them. */
export const profileForm = centerEdit.extend({
  specialties: z.string().transform(typedList).pipe(centerEdit.shape.specialties),
  languages: z.string().transform(typedList).pipe(centerEdit.shape.languages),
  sessionDuration: z
    .string()
    .trim()
    .regex(/^\d{1,4}$/, noMinutes)
    .transform(Number)
    .pipe(z.number().min(sessionMinutes.min, noMinutes).max(sessionMinutes.max, noMinutes)),
  lateRefundPercent: z.enum(['0', '50', '100']).transform(Number).pipe(centerEdit.shape.lateRefundPercent),
})
export type ProfileValues = z.input<typeof profileForm>

export function profileValues(own: OwnCenter): ProfileValues {
  return {
    name: own.name,
    description: own.description,
    specialties: listText(own.specialties),
    languages: listText(own.languages),
    modalities: own.modalities,
    address: own.address,
    neighborhood: own.neighborhood,
    department: own.department,
    phone: own.phone,
    contactEmail: own.contactEmail,
    alternativeEmail: own.alternativeEmail,
    website: own.website,
    instagram: own.instagram,
    facebook: own.facebook,
    sessionDuration: String(own.sessionDuration),
    confirmsManually: own.confirmsManually,
    lateRefundPercent: `${own.lateRefundPercent}`,
    cancellationPolicy: own.cancellationPolicy,
  }
}
