import type { z } from 'zod'

import type { IssueCode } from '#contract/issue-codes.ts'
import type { patientRegistration } from '#contract/registration.ts'
import { lateSchema } from '#web/platform/late-schema.ts'

export type Registration = z.input<typeof patientRegistration.step1> &
  z.input<typeof patientRegistration.step2> &
  z.input<typeof patientRegistration.step3>

export const stepLabels = ['Tu nombre', 'Tu acceso', 'Cómo encontrarte'] as const

export const registrationSchemas = lateSchema(async () => {
  const { step1, step2, step3 } = (await import('#contract/registration.ts')).patientRegistration
  return [step1, step2, step3]
})

const titles: Partial<Record<string, string>> = {
  connection: 'Sin conexión',
  missing: 'Campo requerido',
  invalid_email: 'Email inválido',
  invalid_phone: 'Teléfono inválido',
  short_password: 'Contraseña muy corta',
  long_password: 'Contraseña muy larga',
} satisfies Partial<Record<IssueCode | 'connection', string>>

export function toastTitle({ type }: { type?: string | number }): string {
  return titles[type ?? ''] ?? 'Dato no válido'
}
