import { Link } from '@tanstack/react-router'
import { useId } from 'react'

import { soundsLikeEmergency } from '#contract/emergency-words.ts'
import type { ServiceSlug } from '#contract/specialty-keys.ts'
import { EmergencyNumbers } from '#web/features/centers/emergency-numbers.tsx'
import type { GridCenter } from '#web/features/centers/grid-center.ts'
import { useServiceTypes } from '#web/features/centers/use-catalogue.ts'
import { formatNearDay, formatTime } from '#web/platform/formats.ts'
import { localMoment } from '#web/platform/local-days.ts'
import { Anchor } from '#web/ui/anchor.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Stars } from '#web/ui/stars.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { locationLabel } from './service-locations.ts'
import { type ServiceSearch, serviceHref } from './service-search.ts'

const shown = 3

/** A centre with the reasons for which it is recommended. */
export type RecommendedCenter = Pick<GridCenter, 'id' | 'name' | 'rating' | 'totalReviews'> & { reasons: string[] }

export type RecommendedCentersProps = {
  service: ServiceSlug
  search: ServiceSearch
  /** Undefined while they load. */
  centers: readonly RecommendedCenter[] | undefined
  otherService: ServiceSlug | null
  pending: boolean
  onSubmit: (form: HTMLFormElement) => void
}

export function RecommendedCenters({
  service,
  search,
  centers,
  otherService,
  pending,
  onSubmit,
}: RecommendedCentersProps) {
  const isCrisis = soundsLikeEmergency(search.need ?? '')
  return (
    <Card as="section" look="sunken" aria-labelledby="recomendados" className="grid gap-4">
      {isCrisis && <EmergencyNumbers />}
      <div className="grid gap-1">
        <h2 id="recomendados">Recomendados</h2>
        {centers?.length !== 0 && (
          <p className="text-sm text-ink-soft">{basisOf({ search, isMatched: otherService === null && !isCrisis })}</p>
        )}
      </div>
      <NeedForm service={service} search={search} pending={pending} onSubmit={onSubmit} />
      {otherService && <OtherService service={otherService} need={search.need ?? ''} />}
      {centers?.length !== 0 && (
        <ol className="grid gap-3 md:grid-cols-3">
          {centers
            ? centers.map((center) => <Recommended key={center.id} center={center} />)
            : ['a', 'b', 'c'].map((key) => (
                <li key={key}>
                  <Skeleton className="h-26" />
                </li>
              ))}
        </ol>
      )}
    </Card>
  )
}

/** The best rated of the list, for a visitor who has said nothing yet. Empty when none has a review. */
export function bestRated(centers: readonly GridCenter[], { today }: { today: string }): RecommendedCenter[] {
  return centers
    .filter(({ totalReviews }) => totalReviews > 0)
    .slice(0, shown)
    .map((center) => ({ ...center, reasons: reasonsOf({ center, today }) }))
}

function basisOf({ search: { need, near }, isMatched }: { search: ServiceSearch; isMatched: boolean }): string {
  const place = locationLabel(near)
  const others = 'las opiniones, la próxima hora libre y cuánto cancela cada centro'
  if (need && isMatched)
    return `Según lo que escribiste${place ? `, cerca de ${place}` : ''}. También cuentan ${others}.`
  if (place) return `Cerca de ${place}. También cuentan ${others}.`
  return need ? `Cuentan ${others}.` : 'Los mejor calificados. Cuentan la nota y cuántas opiniones la respaldan.'
}

type NeedFormProps = Pick<RecommendedCentersProps, 'service' | 'search' | 'pending' | 'onSubmit'>

/** The form sends a GET request before JavaScript arrives. */
function NeedForm({ service, search, pending, onSubmit }: NeedFormProps) {
  const { q, near, need } = search
  return (
    <search aria-label="Recomendaciones">
      <form
        action={`/services/${service}`}
        method="get"
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit(event.currentTarget)
        }}
        className="grid items-end gap-3 sm:grid-cols-[1fr_auto]"
      >
        {q && <input type="hidden" name="q" value={q} />}
        {near && <input type="hidden" name="near" value={near} />}
        <TextField
          key={need}
          name="need"
          label="Cuéntanos qué necesitas, con tus palabras"
          defaultValue={need ?? ''}
          placeholder="Me duele la espalda desde que corro"
          maxLength={100}
          autoComplete="off"
          enterKeyHint="search"
        />
        <Button type="submit" variant="secondary" pending={pending}>
          Recomendar
        </Button>
      </form>
    </search>
  )
}

function OtherService({ service, need }: { service: ServiceSlug; need: string }) {
  const { data } = useServiceTypes()
  const name = data?.items.find(({ slug }) => slug === service)?.name
  if (!name) return null
  return (
    <Banner tone="blue" title={`Por lo que cuentas, quizás te sirva más ${name}`}>
      <Anchor href={serviceHref(service, { need })} className="link inline-flex min-h-11 items-center font-semibold">
        {`Ver recomendados de ${name}`}
      </Anchor>
    </Banner>
  )
}

function Recommended({ center }: { center: RecommendedCenter }) {
  const reasonsId = useId()
  return (
    <Card as="li" className="grid content-start gap-1.5">
      <Link
        to="/centers/$centerId"
        params={{ centerId: center.id }}
        aria-describedby={reasonsId}
        className="inline-flex min-h-6 rounded-control font-semibold underline-offset-4 hover:text-action hover:underline"
      >
        {center.name}
      </Link>
      <Stars rating={center.rating} reviewCount={center.totalReviews} compact />
      <ul id={reasonsId} className="grid gap-0.5 text-sm text-ink-soft">
        {center.reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </Card>
  )
}

function reasonsOf({ center, today }: { center: GridCenter; today: string }): string[] {
  const next = center.takesBookings ? center.nextTimes[0]?.startsAt : undefined
  const place = center.neighborhood ?? center.department
  const when = next && `Próxima hora: ${formatNearDay({ date: localMoment(next).date, today })} ${formatTime(next)}`
  return [place, center.verified && 'Documentos al día', when].filter((reason) => typeof reason === 'string')
}
