import { useQuery } from '@tanstack/react-query'
import { useApi } from '#web/platform/api.ts'
import { formatLongMoment, formatMoney } from '#web/platform/formats.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { HoldCountdown } from '../hold-countdown.tsx'
import type { OpenAction } from './appointment-action.ts'

/** The time that waits for its deposit, with the way to pay it. Renders nothing without one. */
export function AwaitedDeposit({ onAction }: { onAction: OpenAction }) {
  const { queries } = useApi()
  const { data, refetch } = useQuery(queries.appointments.currentHold.queryOptions())
  const held = data?.appointment
  if (!held?.deposit?.isDue || held.holdExpiresAt === null) return null
  const { startsAt, professional, payingCheckoutId, deposit } = held
  return (
    <Banner
      tone="blue"
      title={payingCheckoutId === null ? 'Falta pagar la seña' : 'Estamos confirmando el pago de tu seña'}
      action={
        <Button size="small" onClick={() => onAction('pay', held)}>
          {payingCheckoutId === null ? `Pagar ${formatMoney(deposit.cents)}` : 'Ver el pago'}
        </Button>
      }
    >
      {`${formatLongMoment(startsAt)}, con ${professional.name}. Todavía no está reservada. `}
      <HoldCountdown expiresAt={held.holdExpiresAt} isLong onExpire={() => void refetch()} />
    </Banner>
  )
}
