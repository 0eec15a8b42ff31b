import type { Me } from '#contract/accounts.ts'
import { centerPassword, patientPassword } from '#contract/credentials.ts'
import {
  centerPasswordMin,
  isCenterPassword,
  normalizedPassword,
  patientPasswordMin,
  uncountedSymbols,
} from '#contract/password-rules.ts'

type UserType = Me['userType']

export function passwordHint(userType: UserType): string {
  return userType === 'center'
    ? `Mínimo ${centerPasswordMin} caracteres, con una mayúscula, una minúscula, un número y un símbolo (@ $ ! % * ? &)`
    : `Mínimo ${patientPasswordMin} caracteres`
}

const list = new Intl.ListFormat('es')

/**
 * What the rule's message doesn't say about a centre's password of a generator that chooses other symbols; shown beside the field. The
 * message itself is the specification's.
 */
export function symbolNote(typed: string): string | undefined {
  const password = normalizedPassword(typed)
  if (isCenterPassword(password)) return undefined
  const others = uncountedSymbols(password).map((symbol) => (symbol === ' ' ? 'el espacio' : `«${symbol}»`))
  if (others.length > 0 && !/[@$!%*?&]/.test(password)) {
    const counts = others.length === 1 ? 'No cuenta como símbolo' : 'No cuentan como símbolos'
    return `${counts}: ${list.format(others)}. Agrega uno de estos: @ $ ! % * ? &`
  }
  const [first = ''] = password
  return first === '' || /[a-zA-Z\d@$!%*?&]/.test(first)
    ? undefined
    : 'Tiene que empezar con una letra sin tilde, un número o uno de estos símbolos: @ $ ! % * ? &'
}

export type PasswordProblems = { password?: string; repeated?: string }

export function passwordProblems({
  userType,
  password,
  repeated,
}: {
  userType: UserType
  password: string
  repeated: string
}): PasswordProblems {
  const rule = userType === 'center' ? centerPassword : patientPassword
  const [problem] = rule.safeParse(password).error?.issues ?? []
  return {
    ...(problem && { password: problem.message }),
    ...(password !== repeated && { repeated: 'Las contraseñas no coinciden.' }),
  }
}
