import { modalities } from '#contract/modalities.ts'
import { weekdayKeys } from '#contract/weekday-keys.ts'
import {
  draftCheckbox,
  draftChoice,
  draftList,
  draftRow,
  draftText,
  draftTexts,
  formDraft,
} from '#web/platform/form-draft.ts'
import type { TypedService } from '../typed-service.ts'

const hours = weekdayKeys.flatMap((weekday) => [`${weekday}Start`, `${weekday}End`] as const)

const pricedFields = {
  serviceType: draftText,
  name: draftText,
  price: draftText,
  duration: draftText,
} satisfies Record<keyof TypedService, unknown>

/** The values typed in this browser, without passwords. Of files it stores only the names. */
export const centerDraft = formDraft({
  name: 'register-center',
  fields: {
    accessData: draftTexts('email'),
    personalInfo: draftTexts('fullName', 'specialties'),
    centerInfo: draftTexts(
      'centerName',
      'address',
      'neighborhood',
      'department',
      'contactPhone',
      'instagram',
      'facebook',
      'alternativeEmail',
      'pin',
    ),
    availability: {
      ...draftTexts(
        'sessionDuration',
        'platform',
        'videoLink',
        'cancellationPolicy',
        'breakStart',
        'breakEnd',
        ...hours,
      ),
      modality: draftList(draftChoice(modalities), { max: modalities.length }),
    },
    services: {
      ...draftTexts('servicesList', 'languages'),
      priced: draftList(draftRow(pricedFields), { max: 30 }),
    },
    terms: { acceptTerms: draftCheckbox, acceptPrivacy: draftCheckbox, publicProfile: draftCheckbox },
    files: draftTexts('profilePhoto', 'logo', 'certifications'),
  },
})
