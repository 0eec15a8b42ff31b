import type { UseFormReturn } from 'react-hook-form'
import { z } from 'zod'
import { sessionMinutes } from '#contract/calendar.ts'
import { type CenterEdit, centerEdit, type OwnCenter } from '#contract/centers.ts'
import { cleanDigits } from '#contract/pasted-text.ts'
import { durationRange } from '#contract/services.ts'
import { listText, typedList } from '#contract/typed-lists.ts'
import { formatPhone } from '#web/platform/formats.ts'

/** The contract's edit, with lists and typed numbers as text. */
export const profileForm = centerEdit.extend({
  specialties: z.string().transform(typedList).pipe(centerEdit.shape.specialties),
  languages: z.string().transform(typedList).pipe(centerEdit.shape.languages),
  sessionDuration: z
    .string()
    .overwrite(cleanDigits)
    .regex(/^\d{1,4}$/, durationRange)
    .transform(Number)
    .pipe(z.number().min(sessionMinutes.min, durationRange).max(sessionMinutes.max, durationRange)),
})
export type ProfileValues = z.input<typeof profileForm>

export type ProfileFormPart = { form: UseFormReturn<ProfileValues, unknown, CenterEdit> }

export function profileValues(center: OwnCenter): ProfileValues {
  const names = Object.keys(centerEdit.shape) as (keyof CenterEdit)[]
  const edit = Object.fromEntries(names.map((name) => [name, center[name]])) as CenterEdit
  return {
    ...edit,
    whatsapp: formatPhone(center.whatsapp),
    specialties: listText(center.specialties),
    languages: listText(center.languages),
    sessionDuration: String(center.sessionDuration),
  }
}
