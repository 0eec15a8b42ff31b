import { describe, expect, test } from 'vitest'

import { readSocialReturn, withoutSocialReturn } from './social-return.ts'

const flow = 'sb_flow_id=0123456789abcdef0123456789abcdef'
const flowId = '0123456789abcdef0123456789abcdef'
const refusal = 'error=access_denied&error_code=user_banned&error_description=Tu+cuenta'

describe('readSocialReturn', () => {
  test('an address with a code and our flow id is a return with a code', () => {
    expect(readSocialReturn({ search: `?tab=1&${flow}&code=abc` })).toEqual({ kind: 'code', code: 'abc', flowId })
  })

  test('an address with a refusal is a failure, with or without our flow id', () => {
    const failure = { kind: 'failure', errorCode: 'user_banned', message: 'Tu cuenta' }
    expect(readSocialReturn({ search: `?${flow}&${refusal}` })).toEqual({ ...failure, flowId })
    expect(readSocialReturn({ search: `?${refusal}` })).toEqual({ ...failure, flowId: undefined })
  })

  test('an address with only our flow id is a return without a code', () => {
    expect(readSocialReturn({ search: `?${flow}` })).toEqual({ kind: 'nothing', flowId })
  })

  test.each(['', '?code=PROMO10', '?q=yoga&code=abc&state=x', '?error=1', '?error_code=x'])(
    'an address with only params of the page (%s) is no return',
    (search) => expect(readSocialReturn({ search })).toBeUndefined(),
  )
})

test.each([
  [`?${flow}&code=abc`, '/account'],
  [`?seccion=seguridad&${flow}&code=abc`, '/account?seccion=seguridad'],
  [`?at=2026-11-20T12%3A00%3A00Z&${refusal}`, '/account?at=2026-11-20T12%3A00%3A00Z'],
  ['?code=PROMO10', '/account?code=PROMO10'],
])("%s keeps the page's own params", (search, expected) => {
  expect(withoutSocialReturn({ pathname: '/account', search })).toBe(expected)
})
