import { failWith } from '#contract/errors.ts'
import { promotionErrors } from '#contract/promotions.ts'

export const fail = failWith(promotionErrors)
