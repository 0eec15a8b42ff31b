import { expect, test } from 'vitest'
import { passwordChangedMail } from './password.ts'

const mailWith = (providers: Parameters<typeof passwordChangedMail>[0]['providers']) =>
  passwordChangedMail({
    recoveryUrl: 'https://senda.example/forgot-password',
    ended: { feeds: 0, invitations: 0 },
    providers,
  }).text

test('the mail about a new password names the providers that still open the account', () => {
  expect(mailWith(['google', 'apple'])).toContain('Todavía se puede entrar también con Google y Apple.')
  expect(mailWith([])).not.toContain('Todavía se puede entrar')
})
