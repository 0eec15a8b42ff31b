import { describe, expect, test } from 'vitest'

import { factorLockedMessage, mailTooSoonMessage, passwordTooShort, validationFaults } from '#contract/auth-failures.ts'
import { brand } from '#contract/brand.ts'
import { centerPasswordMessage, patientPasswordMessage } from '#contract/password-rules.ts'

import { authMessage } from './auth-messages.ts'

describe('the message above the login form', () => {
  test.each([
    [{ message: '', code: 'invalid_credentials', status: 400 }, /^Credenciales incorrectas/],
    [{ message: '', code: 'email_not_confirmed', status: 400 }, /^Por favor, confirma tu correo electrónico/],
    [{ message: '', code: 'over_request_rate_limit', status: 429 }, /^Demasiados intentos de inicio de sesión/],
    [{ message: '', code: 'unavailable', status: 503 }, /^Error al iniciar sesión/],
    [{ message: 'Invalid login credentials', status: 400 }, /^Error al iniciar sesión/],
    [{ message: '' }, /^Error al iniciar sesión/],
    [{ message: 'Failed to fetch', status: 0 }, /^No pudimos conectarnos/],
  ])('the failure %o is shown as %s', (failure, expected) => expect(authMessage(failure, 'sign-in')).toMatch(expected))

  test('a suspended person reads the reason and the end', () => {
    const message = 'User is suspended until 2026-12-03T15:00:00.000Z. Reason: Datos falsos'
    expect(authMessage({ message, code: 'user_banned' }, 'sign-in')).toMatch(
      /^Tu cuenta está suspendida hasta el 3 de diciembre de 2026\. Motivo: Datos falsos\. /,
    )
  })
})

describe('messages of the authentication service', () => {
  test('a mail requested too soon states how long to wait', () => {
    const message = mailTooSoonMessage(42)
    expect(authMessage({ message, code: 'over_email_send_rate_limit', status: 429 })).toContain('42 segundos')
  })

  test('after too many wrong codes, the message states how long the device is locked', () => {
    const lockedMessage = (seconds: number) =>
      authMessage({
        message: factorLockedMessage(seconds),
        code: 'over_request_rate_limit',
        status: 429,
      })
    expect(lockedMessage(900)).toBe('Demasiados códigos equivocados. Inténtalo de nuevo en 15 minutos.')
    expect(lockedMessage(1)).toBe('Demasiados códigos equivocados. Inténtalo de nuevo en un minuto.')
    expect(authMessage({ message: 'Request rate limit reached', code: 'over_request_rate_limit' })).toMatch(
      /^Demasiados intentos seguidos/,
    )
  })

  test('a weak password gets the rule of its kind of account', () => {
    const weakPasswordMessage = (message: string, reasons: string[]) =>
      authMessage({ message, reasons, code: 'weak_password', status: 422 })
    expect(weakPasswordMessage(passwordTooShort(6), ['length'])).toBe(patientPasswordMessage)
    expect(weakPasswordMessage(passwordTooShort(8), ['length'])).toBe(centerPasswordMessage)
    expect(weakPasswordMessage('Password should contain at least one character of each: …', ['characters'])).toBe(
      centerPasswordMessage,
    )
    expect(weakPasswordMessage('Password is known to be weak', ['pwned'])).toMatch(/^Esa contraseña es demasiado débil/)
    expect(authMessage({ message: 'Password is too weak', code: 'weak_password', status: 422 })).toMatch(
      /^Esa contraseña es demasiado débil/,
    )
  })

  test('a blocked person reads a Spanish sentence with the address for an appeal', () => {
    for (const message of ['User is banned. Reason: Datos falsos', 'User is banned', 'Another sentence']) {
      const failure = { message, code: 'user_banned', status: 403 }
      for (const sentence of [authMessage(failure), authMessage(failure, 'sign-in')]) {
        expect(sentence).toMatch(/^Tu cuenta está /)
        expect(sentence).toContain(brand.email)
        expect(sentence).not.toContain('User')
      }
    }
  })

  test.each([
    'access_denied',
    'anonymous_provider_disabled',
    'bad_code_verifier',
    'bad_jwt',
    'bad_oauth_callback',
    'bad_oauth_state',
    'captcha_failed',
    'email_exists',
    'email_not_confirmed',
    'email_not_provided',
    'flow_state_expired',
    'flow_state_not_found',
    'identity_already_exists',
    'identity_not_found',
    'insufficient_aal',
    'manual_linking_disabled',
    'mfa_challenge_expired',
    'mfa_factor_name_conflict',
    'mfa_factor_not_found',
    'mfa_phone_enroll_not_enabled',
    'mfa_verification_failed',
    'mfa_webauthn_enroll_not_enabled',
    'no_authorization',
    'otp_disabled',
    'otp_expired',
    'phone_provider_disabled',
    'provider_email_needs_verification',
    'provider_failed',
    'reauthentication_needed',
    'reauthentication_not_valid',
    'refresh_token_already_used',
    'refresh_token_not_found',
    'request_entity_too_large',
    'same_password',
    'saml_provider_disabled',
    'session_expired',
    'session_not_found',
    'signup_disabled',
    'single_identity_not_deletable',
    'too_many_enrolled_mfa_factors',
    'user_not_found',
    'web3_provider_disabled',
  ])('%s has a Spanish sentence', (code) => {
    expect(authMessage({ message: 'Something in English', code, status: 422 })).toMatch(/^[A-ZÁÉÍÓÚ].*\.$/)
  })

  test('a wrong password has no general sentence, because only its screen knows which password was meant', () => {
    expect(
      authMessage({ message: 'Invalid login credentials', code: 'invalid_credentials', status: 400 }),
    ).toBeUndefined()
  })

  test('a session that the browser has lost reads that it has ended', () => {
    expect(authMessage({ message: '', name: 'AuthSessionMissingError', status: 400 })).toMatch(/^Tu sesión terminó/)
  })

  test('a taken address reads that an account exists', () => {
    expect(authMessage({ message: 'User already registered', code: 'user_already_exists', status: 422 })).toMatch(
      /^Ya existe una cuenta/,
    )
  })

  test.each([
    [validationFaults.longPassword, /^La contraseña es demasiado larga/],
    [validationFaults.passwordCharacters, /^Esa contraseña no se puede usar/],
  ])('a password that the service refuses (%s) gets a Spanish sentence', (message, expected) => {
    expect(authMessage({ message, code: 'validation_failed', status: 400 })).toMatch(expected)
  })

  test('a request without a response reads that the connection is lost', () => {
    expect(authMessage({ message: 'Failed to fetch', status: 0 })).toMatch(/^No pudimos conectarnos/)
    expect(authMessage({ message: '{}', status: 503 })).toMatch(/^El servicio no responde/)
  })

  test('an unknown failure has no sentence, so that the screen shows its own', () => {
    expect(authMessage({ message: 'Something odd', status: 400 })).toBeUndefined()
  })
})
