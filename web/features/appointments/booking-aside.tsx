import type { ReactNode } from 'react'
import type { Appointment } from '#contract/appointments.ts'
import { pendingHours } from '#contract/calendar.ts'
import { OwnPrice } from '#web/features/promotions/own-price.tsx'
import { formatDay, formatTime } from '#web/platform/formats.ts'
import { classNames } from '#web/ui/class-names.ts'
import { FormError } from '#web/ui/form-error.tsx'
import { Price } from '#web/ui/price.tsx'

import { type AppointmentFacts, AppointmentSummary } from './appointment-summary.tsx'

export type BookingAsideProps = {
  centerId: string
  facts: AppointmentFacts
  rule: string
  payment: string
  /** No promotion lowers the price of a session that the patient's package pays for. */
  isByPackage: boolean
  hold: Appointment | undefined
  incomplete: string | undefined
  action: ReactNode
}

/**
 * The summary and the button, always in view: a panel beside the steps, or on a phone a bar at the bottom with a short
 * summary.
 */
export function BookingAside({
  centerId,
  facts,
  rule,
  payment,
  isByPackage,
  hold,
  incomplete,
  action,
}: BookingAsideProps) {
  return (
    <aside
      aria-labelledby="booking-summary"
      data-sticky-bar=""
      className={classNames('flex flex-col gap-2 bg-panel shadow-float lg:gap-4', bar, panel)}
    >
      <h2 id="booking-summary" className="max-lg:sr-only">
        Tu reserva
      </h2>
      {/* A long name or address scrolls here, so that it never pushes the button out of view. */}
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard can scroll it, too
        tabIndex={0}
        aria-label="Resumen"
        className="grid min-h-0 gap-4 overflow-y-auto max-lg:hidden"
      >
        <AppointmentSummary facts={facts} />
        {facts.priceCents !== undefined && !isByPackage && (
          <OwnPrice centerId={centerId} priceCents={facts.priceCents} from={facts.priceFrom ?? false} />
        )}
        <div className="grid gap-1.5 text-sm text-ink-soft">
          <p>{payment}</p>
          <p>{rule}</p>
          {hold?.confirmsManually && <p>El centro tiene hasta {pendingHours} horas para confirmarla.</p>}
        </div>
      </section>
      <FormError error={incomplete} />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="min-w-24 grow basis-0 text-sm leading-snug lg:hidden">
          <p className="font-semibold">
            {facts.startsAt ? `${formatDay(facts.startsAt)}, ${formatTime(facts.startsAt)}` : 'Elige una hora'}
          </p>
          <p className="truncate text-ink-soft">
            {isByPackage ? (
              'Con tu bono'
            ) : facts.priceCents === undefined ? (
              (facts.serviceName ?? facts.centerName)
            ) : (
              <Price cents={facts.priceCents} from={facts.priceFrom ?? false} />
            )}
          </p>
        </div>
        {action}
      </div>
    </aside>
  )
}

const bar =
  'max-lg:sticky max-lg:bottom-(--bottom-bar) max-lg:z-20 max-lg:-mx-4 max-lg:border-t max-lg:border-line max-lg:px-4 max-lg:pt-3 max-lg:pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:max-lg:-mx-6 sm:max-lg:px-6'
const panel = 'lg:sticky lg:top-6 lg:max-h-[calc(100dvh-17rem)] lg:rounded-card lg:border lg:border-line lg:p-5'
