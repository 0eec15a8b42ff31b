import { formatLongMoment, formatMoney } from '#web/platform/formats.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { HoldCountdown } from '../hold-countdown.tsx'
import { useHold } from '../use-hold.ts'
import type { OpenAction } from './appointment-action.ts'

/** The time that waits for its deposit, with the way to pay it. Renders nothing without one. */
export function AwaitedDeposit({ onAction }: { onAction: OpenAction }) {
  const { appointment: held, refetch, release } = useHold()
  if (!held?.deposit?.isDue || held.holdExpiresAt === null) return null
  const { startsAt, professional, payingCheckoutId, deposit } = held
  return (
    <Banner
      tone="blue"
      title={payingCheckoutId === null ? 'Falta pagar la seña' : 'Estamos confirmando el pago de tu seña'}
      action={
        <div className="flex flex-wrap gap-2">
          <Button size="small" onClick={() => onAction('pay', held)}>
            {payingCheckoutId === null ? `Pagar ${formatMoney(deposit.cents)}` : 'Ver el pago'}
          </Button>
          {payingCheckoutId === null && (
            <Button size="small" variant="quiet" onClick={release}>
              Soltar la hora
            </Button>
          )}
        </div>
      }
    >
      <p className="first-letter:uppercase">
        {`${formatLongMoment(startsAt)}, con ${professional.name}. Todavía no está reservada.`}
      </p>
      <HoldCountdown expiresAt={held.holdExpiresAt} isLong onExpire={() => void refetch()} />
    </Banner>
  )
}
