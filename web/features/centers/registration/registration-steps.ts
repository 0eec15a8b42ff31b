import { z } from 'zod'

import { mustAcceptBoth } from '#contract/center-registration.ts'
import { type IssueCode, issueCodeOf } from '#contract/issue-codes.ts'

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

/** The titles of the toasts by issue code. Any other issue has the title «Dato no válido». */
const titles: Partial<Record<IssueCode, string>> = {
  missing,
  invalid_email: 'Email inválido',
  weak_password: 'Contraseña poco segura',
  long_password: 'Contraseña muy larga',
  password_mismatch: 'Contraseñas distintas',
}

const acceptance: readonly Refusal[] = [
  { title: missing, description: mustAcceptBoth },
  { title: missing, description: 'Para finalizar, debes aceptar los términos y la política de privacidad.' },
]

/** The toasts for a step whose values are refused; none when they are valid. */
export function stepErrors(step: number, typed: TypedValues): readonly Refusal[] {
  const key = registrationSteps[step - 1]?.key ?? 'accessData'
  const issues = stepSchemas[key].safeParse(typed[key]).error?.issues ?? []
  const [first] = issues
  if (!first) return []
  if (key === 'terms') return acceptance
  // On the first screen a missing value is named before an invalid one, wherever they are.
  const missingAccess = key === 'accessData' ? issues.find((issue) => issueCodeOf(issue) === 'missing') : undefined
  const issue = missingAccess ?? first
  const code = issueCodeOf(issue)
  return [
    {
      title: titles[code] ?? 'Dato no válido',
      description: code === 'invalid_email' ? 'Por favor ingresa un correo electrónico válido.' : issue.message,
    },
  ]
}
