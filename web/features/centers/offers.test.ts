import { expect, test } from 'vitest'
import type { PublishedDeposit } from '#contract/deposits.ts'
import { depositWords, type Offer } from './offers.ts'

const forAll = (cents: number): PublishedDeposit => ({ cents, for: 'everyone' })
const forNewcomers = (cents: number): PublishedDeposit => ({ cents, for: 'newcomers' })
/** The deposits of one service by several professionals. */
const offerWith = (...deposits: (PublishedDeposit | null)[]) =>
  ({ services: deposits.map((deposit) => ({ service: { deposit } })) }) as unknown as Offer

test('an offer says its deposit, of whom it is requested, and where the professionals differ', () => {
  const words = (...deposits: (PublishedDeposit | null)[]) => depositWords(offerWith(...deposits))
  expect(words(null, null)).toBeUndefined()
  expect(words(forAll(30_000), forAll(30_000))).toMatch(/^Pide una seña de \$\s300 al reservar$/)
  expect(words(forAll(30_000), forAll(50_000))).toMatch(/^Pide una seña desde \$\s300 al reservar$/)
  expect(words(forNewcomers(30_000))).toMatch(/al reservar, si es tu primera visita o faltaste a una$/)
  expect(words(forAll(30_000), null)).toMatch(/al reservar, según el profesional$/)
})
