import type { z } from 'zod'
import type { CenterRegistrationStep } from '#contract/center-registration.ts'
import type { stepSchemas } from './step-schemas.ts'

export type RegistrationValues = { [Step in CenterRegistrationStep]: z.input<(typeof stepSchemas)[Step]> } & {
  /** The names of the chosen files, because a reload loses the files themselves. */
  files: Partial<Record<FileField, string>>
}

export type FileField = 'profilePhoto' | 'logo' | 'certifications'
export const fileFields = ['profilePhoto', 'logo', 'certifications'] as const satisfies readonly FileField[]
export type RegistrationFiles = Partial<Record<Exclude<FileField, 'certifications'>, File>> & {
  /** One PDF, or the pictures of its pages. */
  certifications?: readonly File[]
}

/** Replaces a password that a reload has lost, because no draft stores it. */
const anyPassword = 'Camino-2026!'

export function withAnyPassword(values: RegistrationValues): RegistrationValues {
  const { accessData } = values
  if (accessData?.password) return values
  return { ...values, accessData: { ...accessData, password: anyPassword, confirmPassword: anyPassword } }
}
