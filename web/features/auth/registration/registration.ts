import type { z } from 'zod'

import type { IssueCode } from '#contract/issue-codes.ts'
import { patientRegistration } from '#contract/registration.ts'

export type Registration = z.input<typeof patientRegistration.step1> &
  z.input<typeof patientRegistration.step2> &
  z.input<typeof patientRegistration.step3>

export const registrationSteps = [
  { schema: patientRegistration.step1, label: 'Tu nombre' },
  { schema: patientRegistration.step2, label: 'Tu acceso' },
  { schema: patientRegistration.step3, label: 'Cómo encontrarte' },
] as const

const titles: Partial<Record<string, string>> = {
  missing: 'Campo requerido',
  invalid_email: 'Email inválido',
  invalid_phone: 'Teléfono inválido',
  short_password: 'Contraseña muy corta',
  long_password: 'Contraseña muy larga',
} satisfies Partial<Record<IssueCode, string>>

/** The title of the toast for a field's error. */
export function toastTitle({ type }: { type?: string | number }): string {
  return titles[type ?? ''] ?? 'Dato no válido'
}
