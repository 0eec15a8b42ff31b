import { Suspense } from 'react'
import { useSession } from '#web/platform/session.ts'
import { lazyPart } from '#web/ui/lazy-section.ts'

const OwnPriceLine = lazyPart(() => import('./own-price-line.tsx').then((module) => module.OwnPriceLine))

export type OwnPriceProps = {
  centerId: string
  priceCents: number
  /** The price is the lowest of several. */
  from?: boolean
  className?: string
}

/** What a signed-in patient would pay with a discount, below the price of a service; nothing without one. */
export function OwnPrice(props: OwnPriceProps) {
  if (useSession().status !== 'signedIn') return null
  return (
    <Suspense>
      <OwnPriceLine {...props} />
    </Suspense>
  )
}
