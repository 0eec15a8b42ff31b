import {
  centerPasswordMin,
  normalizedPassword,
  passwordBytes,
  passwordMaxBytes,
  uncountedSymbols,
} from '#contract/password-rules.ts'

export type PasswordCheck = { text: string; isMet: boolean }

const anySymbol = 'Un símbolo: @ $ ! % * ? &'

const permanentRules: readonly { text: string; isMet: (password: string) => boolean }[] = [
  { text: `${centerPasswordMin} caracteres o más`, isMet: (password) => [...password].length >= centerPasswordMin },
  { text: 'Una letra minúscula', isMet: (password) => /[a-z]/.test(password) },
  { text: 'Una letra mayúscula', isMet: (password) => /[A-Z]/.test(password) },
  { text: 'Un número', isMet: (password) => /\d/.test(password) },
  { text: anySymbol, isMet: (password) => /[@$!%*?&]/.test(password) },
]

/** The rules of a centre's password, one by one. The two rules that are rarely broken appear only when they are. */
export function passwordChecks(text: string): PasswordCheck[] {
  const password = normalizedPassword(text)
  const others = uncountedSymbols(password).map((symbol) => (symbol === ' ' ? 'el espacio' : symbol))
  const checks = permanentRules.map((rule) => {
    const isMet = rule.isMet(password)
    const isUncounted = rule.text === anySymbol && !isMet && others.length > 0
    return { text: isUncounted ? `${anySymbol} (no cuenta: ${others.join(' ')})` : rule.text, isMet }
  })
  if (password !== '' && !/^[a-zA-Z\d@$!%*?&]/.test(password)) {
    checks.push({ text: 'Empieza con una letra sin tilde, un número o uno de esos símbolos', isMet: false })
  }
  if (passwordBytes(password) > passwordMaxBytes) {
    checks.push({ text: `${passwordMaxBytes} caracteres como máximo`, isMet: false })
  }
  return checks
}
