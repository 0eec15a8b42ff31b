import { Link } from '@tanstack/react-router'
import type { DayChange } from '#contract/day-changes.ts'
import { formatLongMoment, telHref } from '#web/platform/formats.ts'
import { localMoment } from '#web/platform/local-days.ts'
import { Banner } from '#web/ui/banner.tsx'
import Ban from '~icons/lucide/ban'
import Phone from '~icons/lucide/phone'
import { seriesMoveText } from './change-words.ts'

export type ChangeResultProps = { centerId: string; change: DayChange }

/** What is left to do after a change of a series: call the person, and look after each date that did not change. */
export function ChangeResult({ centerId, change: { toCall, unchanged } }: ChangeResultProps) {
  const [first] = toCall
  return (
    <div className="grid gap-5">
      {first && (
        <section className="grid gap-2">
          <h3 className="flex items-center gap-2 text-base">
            <Phone aria-hidden="true" className="size-5 text-action" />
            Hay que llamar
          </h3>
          <p className="text-sm text-ink-soft">
            No le llega correo. Queda en «Llamadas pendientes» de la agenda hasta que la marques.
          </p>
          <p>
            <span translate="no" className="font-semibold wrap-anywhere">
              {first.name}
            </span>
            {first.phone ? (
              <a href={telHref(first.phone)} className="link block w-fit py-1 tabular-nums">
                {first.phone}
              </a>
            ) : (
              <span className="block text-sm text-ink-soft">Sin teléfono anotado</span>
            )}
          </p>
          <ul className="grid gap-2">
            {toCall.map(({ appointmentId, wasAt, startsAt }) => (
              <li key={appointmentId} className="rounded-control bg-sand px-3 py-2">
                <span className="block text-sm text-ink-soft">
                  {startsAt ? `Era ${formatLongMoment(wasAt)}` : `Cancelada: era ${formatLongMoment(wasAt)}`}
                </span>
                {startsAt && <span className="block font-medium">{`Ahora es ${formatLongMoment(startsAt)}`}</span>}
              </li>
            ))}
          </ul>
        </section>
      )}
      {unchanged.length > 0 && (
        <section className="grid gap-2">
          <h3 className="flex items-center gap-2 text-base">
            <Ban aria-hidden="true" className="size-5 text-action" />
            {`Quedaron como estaban (${unchanged.length})`}
          </h3>
          <UnchangedDates unchanged={unchanged} centerId={centerId} />
        </section>
      )}
    </div>
  )
}

/** Which dates of a series fit at their new times, before anything moves. */
export function SeriesMovePreview({ change }: { change: DayChange }) {
  return (
    <div role="status" ref={scrollToElement} className="grid gap-3">
      <Banner tone={change.unchanged.length > 0 || change.changed === 0 ? 'amber' : 'green'}>
        {seriesMoveText(change)}
      </Banner>
      <UnchangedDates unchanged={change.unchanged} />
    </div>
  )
}

/** On a phone, the preview would appear below the visible part. */
function scrollToElement(element: HTMLElement | null) {
  element?.scrollIntoView({ block: 'nearest' })
}

type UnchangedDatesProps = {
  unchanged: DayChange['unchanged']
  /** Once the others have changed, each date leads to its appointment, which then gets a time of its own. */
  centerId?: string
}

function UnchangedDates({ unchanged, centerId }: UnchangedDatesProps) {
  if (unchanged.length === 0) return null
  return (
    <ul className="grid gap-2">
      {unchanged.map(({ appointmentId, startsAt, reason }) => (
        <li key={appointmentId} className="rounded-control bg-sand px-3 py-2">
          <span className="block font-medium first-letter:uppercase">{formatLongMoment(startsAt)}</span>
          <span className="block text-sm text-ink-soft">{reason}</span>
          {centerId && (
            <Link
              to="/center/dashboard"
              search={{
                centro: centerId,
                seccion: 'agenda',
                fecha: localMoment(startsAt).date,
                cita: appointmentId,
              }}
              className="link inline-flex min-h-11 items-center"
            >
              Abrir esta cita
            </Link>
          )}
        </li>
      ))}
    </ul>
  )
}
