import { expect, test } from 'vitest'
import { depositFault } from '#contract/deposits.ts'
import { agreedDeposit, depositDue } from './deposits.ts'

const offer = { priceCents: 150_000, depositFor: 'everyone', hasPaymentAccount: false } as const
const fixed = { ...offer, depositCents: 50_000, depositPercent: null }
const share = { ...offer, depositCents: null, depositPercent: 33 }
const pays = { paysOnline: true }

test('a deposit is a fixed amount or a share of the price, to the cent', () => {
  expect(agreedDeposit(fixed, pays)).toEqual({ depositFor: 'everyone', depositCents: 50_000 })
  expect(agreedDeposit(share, pays)).toEqual({ depositFor: 'everyone', depositCents: 49_500 })
  expect(agreedDeposit({ ...share, priceCents: 12_345, depositPercent: 50 }, pays)?.depositCents).toBe(6_173)
  expect(agreedDeposit({ ...share, priceCents: 10, depositPercent: 1 }, pays)?.depositCents).toBe(1)
  expect(agreedDeposit({ ...share, depositPercent: 100 }, pays)?.depositCents).toBe(150_000)
})

test('nothing is asked without a rule, of what costs nothing, and while the centre takes no online payments', () => {
  expect(agreedDeposit({ ...fixed, depositFor: null, depositCents: null }, pays)).toBeNull()
  expect(agreedDeposit({ ...share, priceCents: 0 }, pays)).toBeNull()
  expect(agreedDeposit(fixed, { paysOnline: false })).toBeNull()
})

test('a price that fell below a fixed deposit bounds it', () => {
  expect(agreedDeposit({ ...fixed, priceCents: 30_000 }, pays)?.depositCents).toBe(30_000)
})

test('a discount lowers the price first, and the deposit is at most what it leaves', () => {
  const held = { depositCents: 50_000, priceCents: 150_000, discountCents: 0 }
  expect(depositDue(held)).toBe(50_000)
  expect(depositDue({ ...held, discountCents: 30_000 })).toBe(50_000)
  expect(depositDue({ ...held, discountCents: 120_000 })).toBe(30_000)
  expect(depositDue({ ...held, discountCents: 150_000 })).toBe(0)
  expect(depositDue({ ...held, depositCents: null })).toBe(0)
})

test('a rule beside its price is whole, or empty', () => {
  const rule = { depositFor: 'everyone', depositCents: 150_000, depositPercent: null, priceCents: 150_000 } as const
  const fieldOf = (changed: Partial<Parameters<typeof depositFault>[0]>) => depositFault({ ...rule, ...changed })?.path
  expect(fieldOf({})).toBeUndefined()
  expect(fieldOf({ depositFor: null, depositCents: null })).toBeUndefined()
  expect(fieldOf({ depositFor: null })).toEqual(['depositFor'])
  expect(fieldOf({ depositCents: 150_001 })).toEqual(['depositCents'])
  expect(fieldOf({ depositCents: null })).toEqual(['depositCents'])
  expect(fieldOf({ depositPercent: 10 })).toEqual(['depositPercent'])
})
