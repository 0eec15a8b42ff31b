import { z } from 'zod'

import { professionalEdit, type TeamProfessional } from '#contract/team.ts'

import { listText, typedList } from '#web/platform/typed-list.ts'

/** The contract's edit, with its lists as somebody types them. */
export const professionalForm = professionalEdit
  .extend({
    specialties: z.string().transform(typedList).pipe(professionalEdit.shape.specialties),
  })
  .superRefine(({ modalities, videoPlatform }, context) => {
    const isOnline = modalities.includes('Online') || modalities.includes('Mixta')
    if (!isOnline || videoPlatform !== '') return
    context.addIssue({
      code: 'custom',
      path: ['videoPlatform'],
      message: 'Por favor especifica la plataforma para videollamadas',
    })
  })
export type ProfessionalValues = z.input<typeof professionalForm>

export function professionalValues(professional: TeamProfessional | undefined): ProfessionalValues {
  return {
    name: professional?.name ?? '',
    title: professional?.title ?? '',
    specialties: listText(professional?.specialties ?? []),
    modalities: professional?.modalities ?? ['Presencial'],
    videoPlatform: professional?.videoPlatform ?? '',
    registrationNumber: professional?.registrationNumber ?? '',
    bio: professional?.bio ?? '',
  }
}
