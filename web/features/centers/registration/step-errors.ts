import { mustAcceptBoth } from '#contract/center-registration.ts'
import { type IssueCode, issueCodeOf } from '#contract/issue-codes.ts'

import { registrationSteps } from './registration-steps.ts'
import { stepSchemas } from './step-schemas.ts'

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
  // A missing value is named before one that is too short or invalid, wherever they are.
  const issue = issues.find((each) => issueCodeOf(each) === 'missing') ?? first
  const code = issueCodeOf(issue)
  return [
    {
      title: titles[code] ?? 'Dato no válido',
      description: code === 'invalid_email' ? 'Por favor ingresa un correo electrónico válido.' : issue.message,
    },
  ]
}
