export const patientPasswordMin = 6
export const centerPasswordMin = 8
/** The protocol's limit in bytes: accented letters, ñ and emoji take more than one byte each. */
export const passwordMaxBytes = 72
export const passwordTooLongMessage =
  'La contraseña es demasiado larga: caben 72 caracteres, y las letras con tilde, la ñ y los emojis ocupan más de uno.'
export const patientPasswordMessage = 'La contraseña debe tener al menos 6 caracteres.'
/**
 * A password matches all of them. A single pattern could not be checked for linear running time.
 */
const centerPasswordParts = [/^[a-zA-Z\d@$!%*?&]/, /[a-z]/, /[A-Z]/, /\d/, /[@$!%*?&]/, /^.{8}/su]
/** Starts with a letter, digit or listed symbol, contains one of each kind, and has at least `centerPasswordMin` characters. */
export function isCenterPassword(text: string): boolean {
  return centerPasswordParts.every((part) => part.test(text))
}
export const centerPasswordMessage =
  'La contraseña debe tener mínimo 8 caracteres, una mayúscula, un número y un símbolo.'
