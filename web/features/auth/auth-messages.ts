import {
  isFactorLocked,
  parseLeastLength,
  parseValidationFault,
  parseWaitSeconds,
  type ValidationFault,
} from '#contract/auth-failures.ts'
import { brand } from '#contract/brand.ts'
import {
  centerPasswordMessage,
  passwordTooLongMessage,
  patientPasswordMessage,
  patientPasswordMin,
} from '#contract/password-rules.ts'
import { invalidPhone } from '#contract/phone-pattern.ts'

import { connectionLost, isAway, serverAway } from '#web/platform/error-message.ts'
import { blockedSentence } from './blocked-message.ts'

export type AuthFailure = {
  message: string
  /** The class of the client's own errors. */
  name?: string
  code?: string
  status?: number
  reasons?: readonly string[]
}

const badName = 'Un nombre no puede contener @, enlaces ni saltos de línea.'
const sessionEnded = 'Tu sesión terminó. Vuelve a iniciarla.'
const methodUnavailable = 'Esa forma de entrar no está disponible.'
/** The message for a sign-in through another provider whose return can't be matched to its start. */
export const flowLost = 'El intento venció o se abrió en otro navegador. Empieza de nuevo.'

const byCode: Record<string, string> = {
  user_already_exists: 'Ya existe una cuenta con ese correo. Inicia sesión o recupera tu contraseña.',
  email_exists: 'Ya existe una cuenta con ese correo.',
  email_not_confirmed: 'Por favor, confirma tu correo electrónico antes de iniciar sesión.',
  weak_password: 'Esa contraseña es demasiado débil. Prueba con una más larga, con letras, números y símbolos.',
  same_password: 'La nueva contraseña tiene que ser distinta de la anterior.',
  reauthentication_needed: 'Por seguridad, confirma que eres tú para continuar.',
  reauthentication_not_valid: 'Ese código no es correcto o venció. Revisa el último correo o pide otro.',
  insufficient_aal: 'Escribe el código de tu segundo factor para continuar.',
  mfa_challenge_expired: 'El código tardó demasiado. Escribe uno nuevo.',
  mfa_factor_name_conflict: 'Ya tienes un dispositivo con ese nombre. Elige otro.',
  mfa_factor_not_found: 'Ese dispositivo ya no está en tu cuenta.',
  mfa_verification_failed: 'Ese código no es correcto. Escribe el que muestra ahora tu app.',
  too_many_enrolled_mfa_factors: 'Ya tienes el máximo de dispositivos. Quita uno para agregar otro.',
  get identity_already_exists() {
    return `Esa cuenta ya está conectada a una cuenta de ${brand.name}.`
  },
  identity_not_found: 'Esa cuenta ya no está conectada.',
  single_identity_not_deletable: 'Es tu única forma de entrar. Elige antes una contraseña o conecta otra cuenta.',
  over_request_rate_limit: 'Demasiados intentos seguidos. Espera unos minutos e inténtalo de nuevo.',
  signup_disabled: 'Por ahora no se pueden crear cuentas nuevas.',
  anonymous_provider_disabled: 'Escribe tu correo y una contraseña para crear la cuenta.',
  manual_linking_disabled: 'Por ahora no se pueden conectar otras cuentas.',
  saml_provider_disabled: methodUnavailable,
  web3_provider_disabled: methodUnavailable,
  phone_provider_disabled: methodUnavailable,
  mfa_phone_enroll_not_enabled: methodUnavailable,
  mfa_webauthn_enroll_not_enabled: methodUnavailable,
  otp_disabled: 'No hay una cuenta con ese correo. Regístrate para crearla.',
  otp_expired: 'Enlace inválido o expirado.',
  access_denied: 'No nos diste permiso para conectar esa cuenta.',
  email_not_provided: 'Esa cuenta no nos dio tu correo, y sin él no podemos abrir la tuya.',
  provider_email_needs_verification: 'Te enviamos un correo: confirma que la dirección es tuya y vuelve a entrar.',
  provider_failed: 'No pudimos conectar con esa cuenta. Inténtalo de nuevo.',
  bad_oauth_callback: flowLost,
  bad_oauth_state: flowLost,
  flow_state_expired: flowLost,
  flow_state_not_found: flowLost,
  bad_code_verifier: flowLost,
  session_not_found: sessionEnded,
  session_expired: sessionEnded,
  refresh_token_not_found: sessionEnded,
  refresh_token_already_used: sessionEnded,
  no_authorization: sessionEnded,
  bad_jwt: sessionEnded,
  invalid_jwt: sessionEnded,
  user_not_found: 'Esa cuenta ya no existe.',
  captcha_failed: 'No pudimos comprobar que eres una persona. Inténtalo de nuevo.',
  request_entity_too_large: 'Lo que intentas enviar es demasiado grande.',
}

const byValidationFault: Record<ValidationFault, string> = {
  name: badName,
  phone: invalidPhone,
  outdatedTerms:
    'Los términos o la política de privacidad cambiaron desde que abriste esta página. Vuelve a cargarla, léelos y acéptalos.',
  email: 'Por favor ingresa un email válido',
  longPassword: passwordTooLongMessage,
  passwordCharacters: 'Esa contraseña no se puede usar. Prueba con otra.',
}

/** The sentences that the specification gives to the sign-in form. */
const atSignIn: Record<string, string> = {
  invalid_credentials: 'Credenciales incorrectas. Verifica tu correo electrónico y contraseña.',
  email_not_confirmed: 'Por favor, confirma tu correo electrónico antes de iniciar sesión.',
}
const tooManySignIns = 'Demasiados intentos de inicio de sesión. Espera unos minutos e intenta de nuevo.'
const signInFailed = 'Error al iniciar sesión. Por favor, intenta de nuevo.'

export function authMessage(failure: AuthFailure, place: 'sign-in'): string
/** The sentence for a known failure; undefined for any other, for which each screen has its own. */
export function authMessage(failure: AuthFailure): string | undefined
export function authMessage(failure: AuthFailure, place?: 'sign-in'): string | undefined {
  const { message, code, status, name } = failure
  if (code === 'user_banned') return blockedSentence(message)
  // Of web/platform/new-version.ts: the message is a sentence already.
  if (name === 'MissingPart') return message
  if (place === 'sign-in') {
    if (status === 429) return tooManySignIns
    return (code && atSignIn[code]) || (status === 0 ? connectionLost : signInFailed)
  }
  const sentence = factSentence(failure) ?? (code && byCode[code])
  if (sentence) return sentence
  if (name === 'AuthSessionMissingError') return sessionEnded
  if (status === 0 || status === undefined) return connectionLost
  if (isAway(status)) return serverAway
  return status === 429 ? byCode.over_request_rate_limit : undefined
}

/** The failure that a write of the authentication client has thrown. @throws any other error */
export function authFailure(error: unknown): AuthFailure {
  if (typeof error === 'object' && error !== null && 'message' in error) return error as AuthFailure
  throw error
}

export function missingCredentials({ email, password }: { email: string; password: string }) {
  return {
    ...(email === '' && { email: 'Por favor ingresa tu email' }),
    ...(password === '' && { password: 'Por favor ingresa tu contraseña' }),
  }
}

export function authErrorField({ message, code }: AuthFailure): 'email' | 'password' | undefined {
  if (code === 'weak_password') return 'password'
  const fault = code === 'validation_failed' ? parseValidationFault(message) : undefined
  if (fault === 'email') return 'email'
  return fault === 'longPassword' || fault === 'passwordCharacters' ? 'password' : undefined
}

/** The sentence of a failure that states more than its code: how long to wait, or which rule is broken. */
function factSentence({ message, code, reasons = [] }: AuthFailure): string | undefined {
  if (code === 'over_email_send_rate_limit') {
    const seconds = parseWaitSeconds(message)
    return `Ya enviamos un correo hace un momento. Espera ${seconds === undefined ? 'un minuto' : `${seconds} segundos`} e inténtalo de nuevo.`
  }
  if (code === 'over_request_rate_limit') {
    const seconds = isFactorLocked(message) ? parseWaitSeconds(message) : undefined
    if (seconds === undefined) return undefined
    const minutes = Math.ceil(seconds / 60)
    return `Demasiados códigos equivocados. Inténtalo de nuevo en ${minutes === 1 ? 'un minuto' : `${minutes} minutos`}.`
  }
  if (code === 'validation_failed') {
    const fault = parseValidationFault(message)
    return fault && byValidationFault[fault]
  }
  return code === 'weak_password' ? weakPasswordMessage({ leastLength: parseLeastLength(message), reasons }) : undefined
}

/** The rule that the password breaks. Only a centre's password needs several kinds of characters and more than six of them. */
function weakPasswordMessage({
  leastLength = patientPasswordMin,
  reasons,
}: {
  leastLength: number | undefined
  reasons: readonly string[]
}): string | undefined {
  const isTooShort = reasons.includes('length')
  if (reasons.includes('characters') || (isTooShort && leastLength > patientPasswordMin)) return centerPasswordMessage
  return isTooShort ? patientPasswordMessage : byCode.weak_password
}

/** The toast for a sign-in whose response contains no session. */
export const invalidLogin = 'Login inválido'
