import { expect, test } from 'vitest'
import { moderatorGiftCents, moderatorTotalCents } from './gift-limits.ts'
import { loyaltyErrors } from './loyalty-errors.ts'
import { pointCents } from './loyalty-words.ts'
import { pesos } from './money.ts'
import { promotionErrors } from './promotions.ts'

test('the refusals of gifts name the amounts that the server enforces', () => {
  expect(pesos(moderatorGiftCents)).toBe('$\u00a01.000')
  const { message: ofPromotion } = promotionErrors['promotions.admin_only']
  expect(ofPromotion).toContain(`más de ${pesos(moderatorGiftCents)} por uso`)
  expect(ofPromotion).toContain(`más de ${pesos(moderatorTotalCents)} entre todos`)
  const { message: ofReward } = loyaltyErrors['loyalty.admin_only']
  expect(ofReward).toContain(`más de ${pesos(moderatorGiftCents)} por uso`)
  expect(ofReward).toContain(`más de ${pesos(pointCents)} por punto`)
})
