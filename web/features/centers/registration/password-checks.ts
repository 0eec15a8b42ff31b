import { centerPasswordMin, normalizedPassword, passwordBytes, passwordMaxBytes } from '#contract/password-rules.ts'

export type PasswordCheck = { text: string; isMet: boolean }

const permanentRules: readonly { text: string; isMet: (password: string) => boolean }[] = [
  { text: `${centerPasswordMin} caracteres o más`, isMet: (password) => [...password].length >= centerPasswordMin },
  { text: 'Una letra minúscula', isMet: (password) => /[a-z]/.test(password) },
  { text: 'Una letra mayúscula', isMet: (password) => /[A-Z]/.test(password) },
  { text: 'Un número', isMet: (password) => /\d/.test(password) },
  { text: 'Un símbolo: @ $ ! % * ? &', isMet: (password) => /[@$!%*?&]/.test(password) },
]

/** The rules of a centre's password, one by one. The two rules that are rarely broken appear only when they are. */
export function passwordChecks(text: string): PasswordCheck[] {
  const password = normalizedPassword(text)
  const checks = permanentRules.map(({ text, isMet }) => ({ text, isMet: isMet(password) }))
  if (password !== '' && !/^[a-zA-Z\d@$!%*?&]/.test(password)) {
    checks.push({ text: 'Empieza con una letra sin tilde, un número o uno de esos símbolos', isMet: false })
  }
  if (passwordBytes(password) > passwordMaxBytes) {
    checks.push({ text: `${passwordMaxBytes} caracteres como máximo`, isMet: false })
  }
  return checks
}
