/**
 * The one form in which a password is checked, counted and hashed: keyboards and systems compose the same letters differently
 * (`ñ` as one character, or as `n` and a tilde), and full-width letters look like usual ones. A longer text than any password
 * stays as it is: sorting 100,000 marks on one letter takes minutes.
 */
export const normalizedPassword = (text: string) => (text.length > longestTyped ? text : text.normalize('NFKC'))
/** This many characters compose to more than `passwordMaxBytes`. */
const longestTyped = 1000

export const patientPasswordMin = 6
export const centerPasswordMin = 8
/** The protocol's limit in bytes: accented letters, ñ and emoji take more than one byte each. */
export const passwordMaxBytes = 72
export const passwordBytes = (text: string) => new TextEncoder().encode(normalizedPassword(text)).length
export const passwordTooLongMessage = `La contraseña es demasiado larga: caben ${passwordMaxBytes} caracteres, y las letras con tilde, la ñ y los emojis ocupan más de uno.`
export const patientPasswordMessage = `La contraseña debe tener al menos ${patientPasswordMin} caracteres.`
/**
 * A password matches all of them. A single pattern could not be checked for linear running time.
 */
const centerPasswordParts = [/^[a-zA-Z\d@$!%*?&]/, /[a-z]/, /[A-Z]/, /\d/, /[@$!%*?&]/, /^.{8}/su]
/** Starts with a letter, digit or listed symbol, contains one of each kind, and has at least `centerPasswordMin` characters. */
export function isCenterPassword(text: string): boolean {
  const password = normalizedPassword(text)
  return centerPasswordParts.every((part) => part.test(password))
}
/** The characters that password generators use as symbols but our rule does not count, each once. */
export function uncountedSymbols(text: string): string[] {
  return [...new Set(normalizedPassword(text).match(/[^\p{L}\p{M}\p{N}@$!%*?&]/gu))]
}
export const centerPasswordMessage = `La contraseña debe tener mínimo ${centerPasswordMin} caracteres, una mayúscula, un número y un símbolo.`
