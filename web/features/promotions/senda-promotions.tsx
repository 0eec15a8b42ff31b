import { brand } from '#contract/brand.ts'

import { MyPromotions } from './my-promotions.tsx'

/** The promotions of Senda, for its staff. */
export function SendaPromotions() {
  return <MyPromotions owner={{ centerId: null, name: brand.name }} isOnly />
}
