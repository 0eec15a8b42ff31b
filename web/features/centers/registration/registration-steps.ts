import { mustAcceptBoth } from '#contract/center-registration.ts'
import { centerPasswordMessage, passwordTooLongMessage } from '#contract/credentials.ts'

import { type FileField, type RegistrationValues, stepSchemas } from './registration-values.ts'

export type StepNumber = 1 | 2 | 3 | 4 | 5 | 6

export const registrationSteps = [
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
] as const satisfies readonly { key: keyof RegistrationValues; title: string; intro: string }[]

export const lastStep = registrationSteps.length

/** The step on which a file is chosen. */
export const stepOfFile = { profilePhoto: 2, logo: 3, certification: 5 } as const satisfies Record<
  FileField,
  StepNumber
>

function isStep(number: number): number is StepNumber {
  return Number.isInteger(number) && number >= 1 && number <= lastStep
}

/** The step in the address: none is the first, and what is none of the six is undefined. */
export function stepFrom(paso: string | undefined): StepNumber | undefined {
  if (paso === undefined || paso === '') return 1
  const number = /^\d$/.test(paso) ? Number(paso) : 0
  return isStep(number) ? number : undefined
}

export function stepAfter(step: StepNumber, by: 1 | -1): StepNumber {
  const next = step + by
  return isStep(next) ? next : step
}

export function stepOfKey(key: string): StepNumber | undefined {
  const index = registrationSteps.findIndex((step) => step.key === key)
  return isStep(index + 1) ? ((index + 1) as StepNumber) : undefined
}

export type TypedValues = { [Step in keyof RegistrationValues]?: unknown }

/** The furthest step that what was typed allows: no step opens before those in front of it are right. */
export function furthestStep(typed: TypedValues): StepNumber {
  const wrong = registrationSteps.findIndex(({ key }) => !stepSchemas[key].safeParse(typed[key]).success)
  return stepOfKey(registrationSteps[wrong === -1 ? lastStep - 1 : wrong]?.key ?? '') ?? 1
}

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
export function refusalsOf(step: StepNumber, typed: TypedValues): readonly Refusal[] {
  const key = registrationSteps[step - 1]?.key ?? 'accessData'
  const [first, ...others] = stepSchemas[key].safeParse(typed[key]).error?.issues ?? []
  if (!first) return []
  if (key === 'terms') return acceptance
  // What is missing comes before what is wrong, wherever on the screen it stands.
  const message = [first, ...others].find((issue) => issue.message === missingAccess)?.message ?? first.message
  const isMissing = /^(?:Por favor|Elige|Indica)/.test(message) && !message.endsWith('válido')
  return [access[message] ?? { title: isMissing ? missing : invalid, description: message }]
}
