import { useQuery } from '@tanstack/react-query'
import { brand } from '#contract/brand.ts'
import { maxPricedAt } from '#contract/promotion-codes.ts'
import type { OwnPrice } from '#contract/promotions.ts'
import { type Api, useApi } from '#web/platform/api.ts'
import { formatMoney } from '#web/platform/formats.ts'
import { classNames } from '#web/ui/class-names.ts'
import type { OwnPriceProps } from './own-price.tsx'

export function OwnPriceLine({ centerId, priceCents, from = false, className }: OwnPriceProps) {
  const { api, queries } = useApi()
  const key = `${centerId}:${priceCents}`
  const { data } = useQuery({
    queryKey: [...queries.promotions.prices.key(), key],
    queryFn: () => loadTogether(api, key),
  })
  if (!data) return null
  const amount = `${from ? 'desde ' : ''}${formatMoney(data.finalCents)}`
  return (
    <p className={classNames('text-sm font-medium text-action', className)}>
      {`${sourceOf(data)}: ${amount}${data.code === null ? '' : ` con el código ${data.code}`}`}
    </p>
  )
}

function sourceOf({ kind, code, isOfCenter }: OwnPrice): string {
  if (kind === 'reward') return 'Con tu recompensa'
  if (code === null) return 'Con tu promoción'
  return isOfCenter ? 'Promoción del centro' : `Promoción de ${brand.name}`
}

type Waiting = { key: string; resolve: (price: OwnPrice | null) => void; reject: (error: unknown) => void }

let waiting: Waiting[] = []

/** The price with a discount, or null. The prices of a page are asked for in one request. */
function loadTogether(api: Api, key: string): Promise<OwnPrice | null> {
  return new Promise((resolve, reject) => {
    if (waiting.length === 0) setTimeout(() => void sendWaiting(api))
    waiting.push({ key, resolve, reject })
  })
}

async function sendWaiting(api: Api): Promise<void> {
  const all = waiting
  waiting = []
  for (let start = 0; start < all.length; start += maxPricedAt) {
    const some = all.slice(start, start + maxPricedAt)
    try {
      const { items } = await api.promotions.prices({ prices: [...new Set(some.map(({ key }) => key))] })
      const known = new Map(items.map((price) => [`${price.centerId}:${price.priceCents}`, price]))
      for (const { key, resolve } of some) resolve(known.get(key) ?? null)
    } catch (error) {
      for (const { reject } of some) reject(error)
    }
  }
}
