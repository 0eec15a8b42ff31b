import { z } from 'zod'
import { missingPlatform, needsPlatform } from '#contract/modalities.ts'
import { professionalEdit, type TeamProfessional } from '#contract/team.ts'
import { listText, typedList } from '#web/platform/typed-list.ts'

/** The contract's edit, with lists as typed text. */
export const professionalForm = z
  .object({
    ...professionalEdit.shape,
    specialties: z.string().transform(typedList).pipe(professionalEdit.shape.specialties),
  })
  .refine(({ modalities, videoPlatform }) => videoPlatform !== '' || !needsPlatform(modalities), {
    path: ['videoPlatform'],
    error: missingPlatform,
  })
export type ProfessionalValues = z.input<typeof professionalForm>

export function professionalValues(professional: TeamProfessional | undefined): ProfessionalValues {
  return {
    name: professional?.name ?? '',
    title: professional?.title ?? '',
    specialties: listText(professional?.specialties ?? []),
    modalities: professional?.modalities ?? ['Presencial'],
    videoPlatform: professional?.videoPlatform ?? '',
    videoLink: professional?.videoLink ?? '',
    registrationNumber: professional?.registrationNumber ?? '',
    bio: professional?.bio ?? '',
  }
}
