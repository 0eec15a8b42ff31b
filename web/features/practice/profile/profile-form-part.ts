import type { UseFormReturn } from 'react-hook-form'

import type { CenterEdit } from '#contract/practice.ts'

import type { ProfileValues } from './profile-values.ts'

/** What each group of the profile's fields gets. */
export type ProfileFormPart = { form: UseFormReturn<ProfileValues, unknown, CenterEdit> }
