import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { Banner } from '#web/ui/banner.tsx'
import { whileDeciding } from './deciding-text.ts'
import { announceOutcome, isSettled, useCheckoutResult } from './use-checkout-result.ts'

/**
 * What happens while the gateway decides on the payment of an appointment, also after a reload and on another device, and how it
 * ended, without a reload. Nothing while no payment is being decided.
 */
export function PayingNotice({ checkoutId }: { checkoutId: string | null }) {
  const router = useRouter()
  // Once it has ended, the appointment names it no more.
  const [last, setLast] = useState(checkoutId)
  if (checkoutId !== null && checkoutId !== last) setLast(checkoutId)
  const { data } = useCheckoutResult(last ?? undefined)
  const announce = useEffectEvent((ended: NonNullable<typeof data>) =>
    announceOutcome(ended, (href) => router.history.push(href)),
  )
  useEffect(() => {
    if (data && data.id === last && isSettled(data)) announce(data)
  }, [data, last])
  if (last === null) return null
  return (
    <div role="status" className="empty:hidden">
      {checkoutId !== null && (
        <Banner tone="blue" title="Estamos confirmando tu pago">
          {whileDeciding({ hasAppointment: true })}
        </Banner>
      )}
    </div>
  )
}
