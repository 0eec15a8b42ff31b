import { z } from 'zod'

import { weekdayKeys } from '#contract/center-registration.ts'
import { modality } from '#contract/values.ts'
import { formDraft } from '#web/platform/form-draft.ts'

const text = z.string().max(6000).optional().catch(undefined)
const tick = z.boolean().optional().catch(undefined)
const fields = <Name extends string>(...names: Name[]) =>
  z.object(Object.fromEntries(names.map((name) => [name, text])) as Record<Name, typeof text>).catch({} as never)

const hours = weekdayKeys.flatMap((weekday) => [`${weekday}Start`, `${weekday}End`] as const)

/** Only what is named here is kept: passwords are not, nor are files, of which the names alone say what is to be chosen again. */
const kept = z.object({
  accessData: fields('email'),
  personalInfo: fields('fullName', 'specialties'),
  centerInfo: fields(
    'centerName',
    'address',
    'neighborhood',
    'department',
    'contactPhone',
    'instagram',
    'facebook',
    'alternativeEmail',
  ),
  availability: fields('sessionDuration', 'platform', 'cancellationPolicy', ...hours),
  modality: z.array(modality).max(4).catch([]),
  services: fields('servicesList', 'languages'),
  priced: z
    .array(z.object({ serviceType: z.string(), name: z.string(), price: z.string(), duration: z.string() }))
    .max(30)
    .catch([]),
  terms: z.object({ acceptTerms: tick, acceptPrivacy: tick, publicProfile: tick }).catch({}),
  files: fields('profilePhoto', 'logo', 'certification'),
})
export type CenterDraft = z.output<typeof kept>

/** What was typed so far in this tab. */
export const centerDraft = formDraft<CenterDraft>({ name: 'register-center', keep: (found) => kept.parse(found) })
