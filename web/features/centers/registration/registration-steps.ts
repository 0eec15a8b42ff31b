import { z } from 'zod'

import { mustAcceptBoth } from '#contract/center-registration.ts'
import { centerPasswordMessage, passwordTooLongMessage } from '#contract/credentials.ts'

import { type FileField, stepSchemas } from './registration-values.ts'

const screens = [
  {
    key: 'accessData',
    title: 'Datos de acceso',
    intro: 'Con este correo y esta contraseña vas a entrar a tu dashboard.',
  },
  {
    key: 'personalInfo',
    title: 'Información personal profesional',
    intro: 'Quién atiende. Si son varios, empieza por ti: al resto del equipo lo invitas después.',
  },
  {
    key: 'centerInfo',
    title: 'Información del centro',
    intro: 'Dónde te encuentran y cómo te contactan.',
  },
  {
    key: 'availability',
    title: 'Disponibilidad y reservas',
    intro: 'Cuándo y cómo atiendes. Podrás cambiarlo cuando quieras.',
  },
  {
    key: 'services',
    title: 'Servicios ofrecidos',
    intro: 'Qué haces, contado para quien busca ayuda.',
  },
  {
    key: 'terms',
    title: 'Validación y términos',
    intro: 'Revisa lo que escribiste y confirma.',
  },
] as const

export const registrationSteps = screens.map((screen) => ({
  ...screen,
  schema: z.object({ [screen.key]: stepSchemas[screen.key] }),
}))

export const lastStep = registrationSteps.length

/** The step on which a file is chosen. */
export const stepOfFile: Record<FileField, number> = { profilePhoto: 2, logo: 3, certification: 5 }

export function stepOfKey(key: string): number | undefined {
  const index = registrationSteps.findIndex((step) => step.key === key)
  return index === -1 ? undefined : index + 1
}

export type TypedValues = { [Step in keyof typeof stepSchemas]?: unknown }

export type Refusal = { title: string; description: string }

const missing = 'Faltan datos'
const invalid = 'Dato no válido'
const missingAccess = 'Por favor completa todos los campos de acceso.'

const access: Record<string, Refusal> = {
  [missingAccess]: { title: missing, description: missingAccess },
  'Por favor ingresa un email válido': {
    title: 'Email inválido',
    description: 'Por favor ingresa un correo electrónico válido.',
  },
  [centerPasswordMessage]: { title: 'Contraseña poco segura', description: centerPasswordMessage },
  [passwordTooLongMessage]: { title: 'Contraseña muy larga', description: passwordTooLongMessage },
  'Las contraseñas ingresadas no coinciden.': {
    title: 'Contraseñas distintas',
    description: 'Las contraseñas ingresadas no coinciden.',
  },
}

const acceptance: readonly Refusal[] = [
  { title: missing, description: mustAcceptBoth },
  { title: missing, description: 'Para finalizar, debes aceptar los términos y la política de privacidad.' },
]

/** What the toasts say of a step that does not hold: nothing when it does. */
export function refusalsOf(step: number, typed: TypedValues): readonly Refusal[] {
  const key = registrationSteps[step - 1]?.key ?? 'accessData'
  const [first, ...others] = stepSchemas[key].safeParse(typed[key]).error?.issues ?? []
  if (!first) return []
  if (key === 'terms') return acceptance
  // What is missing comes before what is wrong, wherever on the screen it stands.
  const message = [first, ...others].find((issue) => issue.message === missingAccess)?.message ?? first.message
  const isMissing = /^(?:Por favor|Elige|Indica)/.test(message) && !message.endsWith('válido')
  return [access[message] ?? { title: isMissing ? missing : invalid, description: message }]
}
