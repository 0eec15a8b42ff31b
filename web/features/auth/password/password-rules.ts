import type { Me } from '#contract/accounts.ts'
import { centerPassword, patientPassword } from '#contract/credentials.ts'
import { centerPasswordMin, patientPasswordMin } from '#contract/password-rules.ts'

type UserType = Me['userType']

/** The password rule of this kind of account, shown beside the field. */
export function passwordHint(userType: UserType): string {
  return userType === 'center'
    ? `Mínimo ${centerPasswordMin} caracteres, con una mayúscula, una minúscula, un número y un símbolo (@ $ ! % * ? &)`
    : `Mínimo ${patientPasswordMin} caracteres`
}

export type PasswordProblems = { password?: string; repeated?: string }

/** The error of a new password that is typed twice. */
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
