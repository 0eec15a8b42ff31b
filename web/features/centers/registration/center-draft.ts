import { z } from 'zod'

import { weekdayKeys } from '#contract/center-registration.ts'
import { modality } from '#contract/values.ts'
import { draftTexts, formDraft } from '#web/platform/form-draft.ts'

const checkbox = z.boolean().optional().catch(undefined)
const group = <Shape extends z.ZodRawShape>(shape: Shape) => z.object(shape).catch({} as never)

const hours = weekdayKeys.flatMap((weekday) => [`${weekday}Start`, `${weekday}End`] as const)

/** The values typed in this browser, without passwords. Of files it stores only the names. */
export const centerDraft = formDraft({
  name: 'register-center',
  schema: z.object({
    accessData: group(draftTexts('email')),
    personalInfo: group(draftTexts('fullName', 'specialties')),
    centerInfo: group(
      draftTexts(
        'centerName',
        'address',
        'neighborhood',
        'department',
        'contactPhone',
        'instagram',
        'facebook',
        'alternativeEmail',
      ),
    ),
    availability: group({
      ...draftTexts('sessionDuration', 'platform', 'cancellationPolicy', 'breakStart', 'breakEnd', ...hours),
      modality: z.array(modality).max(4).optional().catch(undefined),
    }),
    services: group({
      ...draftTexts('servicesList', 'languages'),
      priced: z
        .array(z.object({ serviceType: z.string(), name: z.string(), price: z.string(), duration: z.string() }))
        .max(30)
        .optional()
        .catch(undefined),
    }),
    terms: group({ acceptTerms: checkbox, acceptPrivacy: checkbox, publicProfile: checkbox }),
    files: group(draftTexts('profilePhoto', 'logo', 'certification')),
  }),
})
