import { expect, test } from 'vitest'
import { incomeOf, noIncome } from './income.ts'

test('a discount of Senda costs the centre nothing, and its own discount lowers the income', () => {
  const paidBySenda = { ...noIncome, valueCents: 100_000, sendaDiscountCents: 20_000, creditCents: 20_000 }
  expect(incomeOf({ ...paidBySenda, commissionCents: 10_000 })).toMatchObject({
    incomeCents: 100_000,
    netCents: 90_000,
  })
  const own = { ...noIncome, valueCents: 100_000, centerDiscountCents: 20_000, commissionCents: 8_000 }
  expect(incomeOf(own)).toMatchObject({ incomeCents: 80_000, netCents: 72_000 })
})

test('what is refunded is no income, and what is retained of a late cancellation is', () => {
  const facts = { ...noIncome, valueCents: 300_000, refundedCents: 100_000, retainedCents: 50_000 }
  expect(incomeOf(facts).incomeCents).toBe(250_000)
})

test('money paid online is in transit until it is passed on, and negative when it was refunded after that', () => {
  const paid = { ...noIncome, deskCents: 30_000, onlineCents: 100_000 }
  expect(incomeOf(paid)).toMatchObject({ inTransitCents: 100_000, receivedCents: 30_000 })
  expect(incomeOf({ ...paid, passedOnCents: 100_000 })).toMatchObject({ inTransitCents: 0, receivedCents: 130_000 })
  expect(incomeOf({ ...paid, onlineCents: 0, passedOnCents: 100_000 }).inTransitCents).toBe(-100_000)
})
