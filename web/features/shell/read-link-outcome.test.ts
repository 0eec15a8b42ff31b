import { expect, test } from 'vitest'

import { readLinkOutcome } from './read-link-outcome.ts'

test.each([
  ['#access_token=a&refresh_token=b&type=signup', 'confirmed'],
  ['#access_token=a&refresh_token=b&type=email_change', 'confirmed'],
  ['#message=Confirmation+link+accepted', 'halfway'],
  ['#error=access_denied&error_code=otp_expired', 'failed'],
  ['#error=server_error&error_code=unexpected_failure', 'unserved'],
  ['#access_token=a&refresh_token=b&type=recovery', undefined],
  ['#resenas', undefined],
  ['', undefined],
])('%s says %s', (fragment, outcome) => expect(readLinkOutcome(fragment)).toBe(outcome))
