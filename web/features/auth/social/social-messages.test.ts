import { describe, expect, test } from 'vitest'

import { socialFailure } from './social-messages.ts'

const google = { provider: 'google', retryText: 'Inténtalo de nuevo.' } as const
const failed = { kind: 'failed', message: undefined, landing: '/', attempt: google } as const
const specified = 'Error al conectar con Google. Inténtalo de nuevo.'

describe('a failed sign-in through another provider', () => {
  test("shows the specification's sentence", () => {
    expect(socialFailure({ ...failed, errorCode: 'provider_failed' })).toEqual({ reason: specified, toast: specified })
    expect(socialFailure({ ...failed, errorCode: '' })).toEqual({ reason: specified, toast: specified })
  })

  test('asks to try again in the words of the screen where it began', () => {
    const attempt = { provider: 'apple', retryText: 'Intenta de nuevo.' } as const
    expect(socialFailure({ ...failed, attempt, errorCode: '' }).toast).toBe(
      'Error al conectar con Apple. Intenta de nuevo.',
    )
  })

  test.each([
    ['access_denied', /^No nos diste permiso en Google/],
    ['email_not_provided', /^Google no nos dio tu correo/],
    ['bad_oauth_state', /^El intento venció/],
    ['flow_state_expired', /^El intento venció/],
  ])('shows the reason above the form: %s', (errorCode, reason) => {
    const failure = socialFailure({ ...failed, errorCode })
    expect(failure.reason).toMatch(reason)
    expect(failure.toast).toBe(specified)
  })

  test.each([
    [
      'email_exists',
      /^Ya hay una cuenta con el correo que nos dio Google, .+ pide otra, y conecta Google en Mi Cuenta\.$/,
    ],
    ['identity_already_exists', /ya está conectada/],
    ['provider_email_needs_verification', /Te enviamos un enlace/],
  ])('does not ask to try again where that cannot help: %s', (errorCode, reason) => {
    const failure = socialFailure({ ...failed, errorCode })
    expect(failure.reason).toMatch(reason)
    expect(failure.toast).toBe(failure.reason)
  })

  test('shows a suspended person the reason in Spanish', () => {
    const message = 'User is banned. Reason: Datos falsos'
    expect(socialFailure({ ...failed, errorCode: 'user_banned', message }).reason).toMatch(
      /^Tu cuenta está cerrada\. Motivo: Datos falsos\. /,
    )
    expect(socialFailure({ ...failed, errorCode: 'user_banned' }).reason).toMatch(/^Tu cuenta está suspendida\. /)
  })

  test('shows a general sentence when this browser did not start the attempt', () => {
    expect(socialFailure({ ...failed, attempt: undefined, errorCode: '' }).reason).toBe(
      'Error al conectar con la otra cuenta. Inténtalo de nuevo.',
    )
  })
})
