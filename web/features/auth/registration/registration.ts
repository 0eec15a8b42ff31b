import type { z } from 'zod'

import { passwordTooLongMessage, patientPasswordMessage } from '#contract/credentials.ts'
import { invalidPhone } from '#contract/phones.ts'
import { patientRegistration } from '#contract/registration.ts'

export type Registration = z.input<typeof patientRegistration.step1> &
  z.input<typeof patientRegistration.step2> &
  z.input<typeof patientRegistration.step3>

export const registrationSteps = [
  { schema: patientRegistration.step1, label: 'Tu nombre' },
  { schema: patientRegistration.step2, label: 'Tu acceso' },
  { schema: patientRegistration.step3, label: 'Cómo encontrarte' },
] as const

const titles: Record<string, string> = {
  'Por favor ingresa un email válido': 'Email inválido',
  [invalidPhone]: 'Teléfono inválido',
  [patientPasswordMessage]: 'Contraseña muy corta',
  [passwordTooLongMessage]: 'Contraseña muy larga',
}

/** Title of the toast that goes with a field's message. */
export function toastTitle(message: string): string {
  if (titles[message]) return titles[message]
  return message.startsWith('Por favor') || message.startsWith('Debes') ? 'Campo requerido' : 'Dato no válido'
}
