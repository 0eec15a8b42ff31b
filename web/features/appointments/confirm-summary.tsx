import type { ReactNode } from 'react'
import type { Appointment } from '#contract/appointments.ts'
import { pendingHours } from '#contract/calendar.ts'
import { OwnPrice } from '#web/features/promotions/own-price.tsx'
import { formatLongMoment } from '#web/platform/formats.ts'
import { OwnTime } from '#web/platform/zone-note.tsx'
import { Button } from '#web/ui/button.tsx'
import { dot } from '#web/ui/dot.ts'
import { Price } from '#web/ui/price.tsx'

import { type AppointmentFacts, placeInWords } from './appointment-summary.tsx'
import type { BookingStepId } from './booking-search.ts'
import { depositSentence } from './deposit-text.ts'
import { packagePays } from './payment-sentence.ts'

export type ConfirmSummaryProps = {
  hold: Appointment
  facts: AppointmentFacts
  rule: string
  whereToPay: string
  /** Whether a session of the patient's package pays for it. */
  isByPackage: boolean
  onChange: (step: BookingStepId) => void
}

/**
 * The summary on a phone: everything that the patient agrees to, above the button. Wide screens have the panel beside the
 * steps.
 */
export function ConfirmSummary({ hold, facts, rule, whereToPay, isByPackage, onChange }: ConfirmSummaryProps) {
  const where = placeInWords(facts)
  const deposit = isByPackage ? undefined : depositSentence(hold)
  return (
    <dl className="grid gap-y-1.5 rounded-card border border-line bg-panel px-4 py-2.5 leading-snug lg:hidden">
      <Row
        label="Servicio"
        action={<Change label="Cambiar servicio, profesional o lugar" onClick={() => onChange('what')} />}
      >
        {[facts.serviceName, facts.duration, facts.professionalName].filter(Boolean).join(dot)}
      </Row>
      <Row label="Día y hora" action={<Change label="Cambiar día y hora" onClick={() => onChange('when')} />}>
        <span className="inline-block font-semibold first-letter:uppercase">{formatLongMoment(hold.startsAt)}</span>
        <OwnTime instant={hold.startsAt} />
      </Row>
      <Row label="Dónde">
        {where.name}
        {where.detail && <span className="block text-sm text-ink-soft">{where.detail}</span>}
      </Row>
      {facts.attendeeName && <Row label="Para">{facts.attendeeName}</Row>}
      <Row label="Precio">
        <Price cents={hold.priceCents} />{' '}
        {!deposit && <span className="text-sm text-ink-soft">{isByPackage ? packagePays : whereToPay}</span>}
        {!isByPackage && <OwnPrice centerId={hold.center.id} priceCents={hold.priceCents} />}
      </Row>
      {deposit && (
        <Row label="Seña">
          <span className="block text-sm leading-snug">{deposit}</span>
        </Row>
      )}
      <Row label="Si no puedes ir">
        <span className="block text-sm leading-snug">{rule}</span>
      </Row>
      {hold.confirmsManually && (
        <Row label="Respuesta">
          <span className="text-sm">Por correo, en hasta {pendingHours} horas.</span>
        </Row>
      )}
    </dl>
  )
}

function Row({ label, action, children }: { label: string; action?: ReactNode; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[4.75rem_1fr] gap-x-3 max-[22rem]:grid-cols-1">
      <dt className="text-sm text-ink-soft">
        <span>{label}</span>
        {action}
      </dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  )
}

function Change({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button
      variant="quiet"
      size="small"
      className="-my-2.5 -ml-3 block max-[22rem]:my-0"
      aria-label={label}
      onClick={onClick}
    >
      Cambiar
    </Button>
  )
}
