import { passwordTooLongMessage } from '#contract/accounts.ts'

/** What the authentication service threw, as far as it says what it was. */
type AuthFailure = { message: string; code?: string | undefined; status?: number | undefined }

const byCode: Record<string, string> = {
  user_already_exists: 'Ya existe una cuenta con ese correo. Inicia sesión o recupera tu contraseña.',
  email_exists: 'Ya existe una cuenta con ese correo.',
  weak_password: 'Esa contraseña es demasiado débil. Prueba con una más larga, con letras, números y símbolos.',
  same_password: 'La nueva contraseña tiene que ser distinta de la anterior.',
  over_request_rate_limit: 'Demasiados intentos seguidos. Espera unos minutos e inténtalo de nuevo.',
  signup_disabled: 'Por ahora no se pueden crear cuentas nuevas.',
  otp_expired: 'Enlace inválido o expirado.',
  session_not_found: 'Tu sesión terminó. Vuelve a iniciarla.',
  captcha_failed: 'No pudimos comprobar que eres una persona. Inténtalo de nuevo.',
}

/** The sentence for a failure that we know, in Spanish; undefined lets each screen say its own. */
export function accountMessage({ message, code, status }: AuthFailure): string | undefined {
  if (code === 'over_email_send_rate_limit') {
    const seconds = /after (\d+) seconds?/.exec(message)?.[1]
    return seconds
      ? `Ya enviamos un correo hace un momento. Espera ${seconds} segundos e inténtalo de nuevo.`
      : 'Ya enviamos un correo hace un momento. Espera un minuto e inténtalo de nuevo.'
  }
  // Reason, date and how to appeal come written by the server.
  if (code === 'user_banned') return message
  if (code === 'validation_failed' && /email/i.test(message)) return 'Por favor ingresa un email válido'
  if (code === 'validation_failed' && /password/i.test(message)) {
    return /longer/i.test(message) ? passwordTooLongMessage : 'Esa contraseña no se puede usar. Prueba con otra.'
  }
  if (code && code in byCode) return byCode[code]
  if (status === 0 || status === undefined || status >= 502) {
    return 'No pudimos conectarnos. Revisa tu conexión e inténtalo de nuevo.'
  }
  return status === 429 ? byCode.over_request_rate_limit : undefined
}

/** What stands above the login form, by the content of the message. */
export function loginMessage({ message, code, status }: AuthFailure): string {
  if (/invalid login credentials/i.test(message)) {
    return 'Credenciales incorrectas. Verifica tu correo electrónico y contraseña.'
  }
  if (/email not (confirmed|verified)/i.test(message)) {
    return 'Por favor, confirma tu correo electrónico antes de iniciar sesión.'
  }
  if (status === 429 || /too many requests|rate limit/i.test(message)) {
    return 'Demasiados intentos de inicio de sesión. Espera unos minutos e intenta de nuevo.'
  }
  if (code === 'user_banned') return message
  return 'Error al iniciar sesión. Por favor, intenta de nuevo.'
}
