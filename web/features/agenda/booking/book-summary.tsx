import type { SoldPackage } from '#contract/packages.ts'
import { type Place, placeLabels } from '#contract/places.ts'
import { countedAppointments } from '#contract/series.ts'
import { payTo } from '#web/features/appointments/payment-sentence.ts'
import { formatMoney } from '#web/platform/formats.ts'
import { Banner } from '#web/ui/banner.tsx'

import { coveredBy, type SeriesPlan } from './series-plan.ts'
import type { BookForm } from './use-book-form.ts'

type SummaryProps = Pick<BookForm, 'offer'> & {
  place: Place
  usedPackage: SoldPackage | undefined
  /** Of a series. */
  plan: SeriesPlan | undefined
}

/** What is paid, and where the patient is attended, also where the professional leaves no choice. */
export function BookSummary({ offer, place, usedPackage, plan }: SummaryProps) {
  if (!offer) return <p className="self-center sm:basis-full" />
  const { priceCents, durationMinutes } = offer.service
  const count = plan?.starts.length ?? 1
  const byPackage = usedPackage ? (plan ? coveredBy(usedPackage, plan.starts) : 1) : 0
  const rest = count - byPackage
  const paid = byPackage === 1 ? 'Una sesión de su bono' : `${byPackage} sesiones de su bono`
  const due = plan ? `${countedAppointments(rest)}, ${formatMoney(rest * priceCents)}` : formatMoney(priceCents)
  return (
    <p className="self-center sm:basis-full text-ink-soft max-sm:order-last max-sm:text-center">
      <span className="text-ink font-semibold">
        {[...(byPackage > 0 ? [paid] : []), ...(rest > 0 ? [due] : [])].join(' y ')}
      </span>
      {`${count > 0 ? ' · ' : ''}${durationMinutes} min · ${placeLabels[place]}`}
      {rest > 0 && ` · se paga ${payTo(place)}`}
    </p>
  )
}

/** How many appointments of a series the package pays for, where it does not pay for all of them. */
export function PackageCover({ usedPackage, plan }: Pick<SummaryProps, 'usedPackage' | 'plan'>) {
  if (!usedPackage || !plan || plan.starts.length === 0) return null
  const covered = coveredBy(usedPackage, plan.starts)
  const rest = plan.starts.length - covered
  if (rest === 0) return null
  return (
    <Banner tone="amber" role="status">
      {covered === 0
        ? 'Su bono no cubre ninguna de estas fechas: se pagan todas.'
        : `Su bono cubre ${covered} de las ${plan.starts.length}. ${rest === 1 ? 'La otra se paga' : `Las otras ${rest} se pagan`} aparte.`}
    </Banner>
  )
}
