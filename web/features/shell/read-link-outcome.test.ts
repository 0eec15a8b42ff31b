import { expect, test } from 'vitest'

import { blockedReason, readLinkOutcome } from './read-link-outcome.ts'

const expired = '#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid'
const blocked = '#error=access_denied&error_code=user_banned&error_description=User+is+banned.+Reason%3A+Datos+falsos'

test.each([
  ['#access_token=a&refresh_token=b&type=signup', 'confirmed', ''],
  ['#access_token=a&refresh_token=b&type=email_change', 'confirmed', ''],
  // An attacker's address must not use an outcome that needs no proof.
  ['#access_token=a&type=signup&error_code=otp_expired', 'failed', 'otp_expired'],
  ['#message=Confirmation+link+accepted', 'halfway', 'halfway'],
  [expired, 'failed', 'otp_expired'],
  [blocked, 'failed', 'user_banned'],
  ['#error=x', 'failed', ''],
  ['#error=server_error&error_code=unexpected_failure', 'unavailable', 'unexpected_failure'],
])('%s has the outcome %s with the code %s', (fragment, kind, code) => {
  expect(readLinkOutcome(fragment)).toMatchObject({ kind, code })
})

test.each(['#access_token=a&refresh_token=b&type=recovery', '#resenas', ''])(
  '%s is not an outcome of a mailed link',
  (fragment) => {
    expect(readLinkOutcome(fragment)).toBeUndefined()
  },
)

test('a link of a closed account states the reason in Spanish, and no other link does', () => {
  const sentenceOf = (fragment: string) => blockedReason(readLinkOutcome(fragment) ?? { kind: 'failed', code: '' })
  expect(sentenceOf(blocked)).toMatch(/^Tu cuenta está cerrada\. Motivo: Datos falsos\. /)
  expect(sentenceOf(expired)).toBeUndefined()
})
