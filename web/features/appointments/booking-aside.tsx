import type { Appointment } from '#contract/appointments.ts'
import { formatDay, formatTime } from '#web/platform/formats.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { FormError } from '#web/ui/form-error.tsx'
import { Price } from '#web/ui/price.tsx'

import { type AppointmentFacts, AppointmentSummary } from './appointment-summary.tsx'
import { HoldCountdown } from './hold-countdown.tsx'

export type BookingAsideProps = {
  facts: AppointmentFacts
  /** The rule in words, at this point of the choice. */
  rule: string
  hold: Appointment | undefined
  onExpire: () => void
  /** Missing where confirming isn't up yet: nobody is signed in. */
  onConfirm: (() => void) | undefined
  confirming: boolean
  /** Confirming waits for a connection. */
  offline: boolean
  confirmLabel: string
  incomplete: string | undefined
}

/** The summary, always in view: a panel beside the steps, or a bar at the bottom of a phone that says the shortest of it. */
export function BookingAside(props: BookingAsideProps) {
  const { facts, rule, hold, onExpire, onConfirm, confirming, offline, confirmLabel, incomplete } = props
  return (
    <aside
      aria-labelledby="booking-summary"
      className={classNames('grid gap-2 bg-panel shadow-float lg:gap-5', bar, panel)}
    >
      <h2 id="booking-summary" className="max-lg:sr-only">
        Tu reserva
      </h2>
      <div className="grid gap-5 max-lg:hidden">
        <AppointmentSummary facts={facts} />
        <div className="grid gap-1.5 text-sm text-ink-soft">
          <p>Se paga en el centro.</p>
          <p>{rule}</p>
          {hold?.confirmsManually && <p>El centro tiene hasta 24 horas para confirmarla.</p>}
        </div>
      </div>
      {hold?.holdExpiresAt && <HoldCountdown expiresAt={hold.holdExpiresAt} onExpire={onExpire} />}
      <FormError error={incomplete} />
      <p role="status" className={offline ? 'text-sm font-medium' : 'sr-only'}>
        {offline && 'No hay conexión. Tu reserva todavía no se envió: se envía sola en cuanto vuelva.'}
      </p>
      <div className="flex items-center gap-3">
        <div className="min-w-0 grow basis-0 text-sm leading-snug lg:hidden">
          <p className="truncate font-semibold">
            {facts.startsAt ? `${formatDay(facts.startsAt)}, ${formatTime(facts.startsAt)}` : 'Elige una hora'}
          </p>
          <p className="truncate text-ink-soft">
            {facts.priceCents === undefined ? (
              (facts.serviceName ?? facts.centerName)
            ) : (
              <Price cents={facts.priceCents} from={facts.priceFrom ?? false} />
            )}
          </p>
        </div>
        {onConfirm && (
          <Button
            className="max-lg:px-4 lg:w-full"
            pending={confirming}
            pendingLabel={offline ? 'Sin conexión…' : 'Procesando…'}
            onClick={onConfirm}
          >
            {confirmLabel}
          </Button>
        )}
      </div>
    </aside>
  )
}

const bar =
  'max-lg:sticky max-lg:bottom-0 max-lg:z-20 max-lg:-mx-4 max-lg:border-t max-lg:border-line max-lg:px-4 max-lg:pt-3 max-lg:pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:max-lg:-mx-6 sm:max-lg:px-6'
const panel = 'lg:sticky lg:top-24 lg:rounded-card lg:border lg:border-line lg:p-5'
