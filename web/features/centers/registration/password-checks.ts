import { centerPasswordMin, passwordMaxBytes } from '#contract/credentials.ts'

export type PasswordCheck = { text: string; holds: boolean }

const lastingChecks: readonly { text: string; holds: (password: string) => boolean }[] = [
  { text: `${centerPasswordMin} caracteres o más`, holds: (password) => [...password].length >= centerPasswordMin },
  { text: 'Una letra minúscula', holds: (password) => /[a-z]/.test(password) },
  { text: 'Una letra mayúscula', holds: (password) => /[A-Z]/.test(password) },
  { text: 'Un número', holds: (password) => /\d/.test(password) },
  { text: 'Un símbolo: @ $ ! % * ? &', holds: (password) => /[@$!%*?&]/.test(password) },
]

/** The rules of a centre's password, one by one. The two rules that are rarely broken appear only when they are. */
export function passwordChecks(password: string): PasswordCheck[] {
  const checks = lastingChecks.map(({ text, holds }) => ({ text, holds: holds(password) }))
  if (password !== '' && !/^[a-zA-Z\d@$!%*?&]/.test(password)) {
    checks.push({ text: 'Empieza con una letra sin tilde, un número o uno de esos símbolos', holds: false })
  }
  if (new TextEncoder().encode(password).length > passwordMaxBytes) {
    checks.push({ text: `${passwordMaxBytes} caracteres como máximo`, holds: false })
  }
  return checks
}
