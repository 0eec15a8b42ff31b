import { describe, expect, test } from 'vitest'

import { accountMessage, loginMessage } from './account-messages.ts'

describe('the message above the login form', () => {
  test.each([
    [{ message: 'Invalid login credentials', status: 400 }, /^Credenciales incorrectas/],
    [{ message: 'Email not confirmed', status: 400 }, /^Por favor, confirma tu correo electrónico/],
    [{ message: 'Request rate limit reached', status: 429 }, /^Demasiados intentos de inicio de sesión/],
    [{ message: 'Too many requests', status: 400 }, /^Demasiados intentos de inicio de sesión/],
    [{ message: 'Database unavailable', status: 503 }, /^Error al iniciar sesión/],
  ])('%o', (failure, expected) => expect(loginMessage(failure)).toMatch(expected))

  test('a suspended person reads what the server wrote', () => {
    expect(loginMessage({ message: 'Tu cuenta está suspendida hasta el 3 de diciembre.', code: 'user_banned' })).toBe(
      'Tu cuenta está suspendida hasta el 3 de diciembre.',
    )
  })
})

describe('messages of the authentication service', () => {
  test('a repeated mail says how long to wait', () => {
    const message = 'For security purposes, you can only request this after 42 seconds.'
    expect(accountMessage({ message, code: 'over_email_send_rate_limit', status: 429 })).toContain('42 segundos')
  })

  test('an address that is taken', () => {
    expect(accountMessage({ message: 'User already registered', code: 'user_already_exists', status: 422 })).toMatch(
      /^Ya existe una cuenta/,
    )
  })

  test.each([
    ['Password cannot be longer than 72 characters', /^La contraseña es demasiado larga/],
    ['password contains characters that cannot be stored', /^Esa contraseña no se puede usar/],
  ])('a password that the service refused: %s', (message, expected) => {
    expect(accountMessage({ message, code: 'validation_failed', status: 400 })).toMatch(expected)
  })

  test('nothing answered', () => {
    expect(accountMessage({ message: 'Failed to fetch', status: 0 })).toMatch(/^No pudimos conectarnos/)
  })

  test('an unknown failure is left to the screen', () => {
    expect(accountMessage({ message: 'Something odd', status: 400 })).toBeUndefined()
  })
})
