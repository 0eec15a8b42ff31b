import { describe, expect, test } from 'vitest'
import { minuteMs } from '#server/platform/local-time.ts'

import { codeOf } from '#server/testing/authenticator.ts'
import { acceptedStep, lockAfter, newTotpSecret, sealTotpSecret, totpUri, unsealTotpSecret } from './totp.ts'

/** RFC 6238's key, '12345678901234567890', and the last six digits of its code for each time. */
const rfcSecret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

test.for([
  [59, '287082', 1],
  [1_111_111_109, '081804', 37_037_036],
  [1_234_567_890, '005924', 41_152_263],
  [20_000_000_000, '353130', 666_666_666],
] as const)('at second %i of the RFC the code is %s', ([second, code, step]) => {
  const now = new Date(second * 1000)
  expect(acceptedStep({ secret: rfcSecret, code, lastStep: null, now })).toBe(step)
  expect(codeOf({ secret: rfcSecret, at: now })).toBe(code)
})

describe('a code', () => {
  const at = new Date('2026-11-20T12:00:00Z')
  const secret = newTotpSecret()
  const step = at.getTime() / 30_000
  const codeAt = (ms: number) => codeOf({ secret, at: new Date(at.getTime() + ms) })

  test.for([
    [-30_000, step - 1],
    [0, step],
    [29_999, step],
    [30_000, step + 1],
    [-30_001, undefined],
    [minuteMs, undefined],
  ] as const)('that an app displays %i ms from now is accepted as step %s', ([ms, accepted]) => {
    expect(acceptedStep({ secret, code: codeAt(ms), lastStep: null, now: at })).toBe(accepted)
  })

  test('of the last accepted step or an earlier one is refused', () => {
    expect(acceptedStep({ secret, code: codeAt(0), lastStep: step, now: at })).toBeUndefined()
    expect(acceptedStep({ secret, code: codeAt(-30_000), lastStep: step, now: at })).toBeUndefined()
    expect(acceptedStep({ secret, code: codeAt(30_000), lastStep: step, now: at })).toBe(step + 1)
  })

  test.for(['', '12345', '1234567', 'abcdef', '１２３４５６', '-12345', '1e5'])('cannot be %j', (code) => {
    expect(acceptedStep({ secret, code, lastStep: null, now: at })).toBeUndefined()
  })
})

test('a secret has 160 bits, and each is different', () => {
  const secrets = Array.from({ length: 50 }, newTotpSecret)
  for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(new Set(secrets).size).toBe(50)
})

test('an app reads issuer, account and secret, also with special characters in the issuer', () => {
  const uri = new URL(totpUri({ secret: rfcSecret, issuer: 'Casa: uno&dos?', account: 'ana+senda@example.uy' }))
  expect(decodeURIComponent(uri.pathname)).toContain('Casa  uno&dos?:ana+senda@example.uy')
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    issuer: 'Casa  uno&dos?',
    secret: rfcSecret,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  })
  expect(totpUri({ secret: rfcSecret, issuer: ' ', account: 'a@b.uy' })).toContain('issuer=Senda')
})

test('a sealed secret can be unsealed only for its own factor and key', () => {
  const key = Buffer.alloc(32, 1)
  const sealed = sealTotpSecret({ key, factorId: 'one', secret: rfcSecret })
  expect(unsealTotpSecret({ key, factorId: 'one', sealed })).toBe(rfcSecret)
  expect(unsealTotpSecret({ key, factorId: 'two', sealed })).toBeUndefined()
  expect(unsealTotpSecret({ key: Buffer.alloc(32, 2), factorId: 'one', sealed })).toBeUndefined()
})

test('every fifth wrong code locks the factor, each time for longer, up to four hours', () => {
  const now = new Date('2026-11-20T12:00:00Z')
  const minutes = (failedAttempts: number) => {
    const until = lockAfter({ failedAttempts, now })
    return until && (until.getTime() - now.getTime()) / minuteMs
  }
  expect([1, 4, 5, 6, 9, 10, 15, 20, 25, 30, 5000].map(minutes)).toEqual([
    null,
    null,
    15,
    null,
    null,
    30,
    60,
    120,
    240,
    240,
    240,
  ])
})
