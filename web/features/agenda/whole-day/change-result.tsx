import type { ReactNode } from 'react'
import type { DayChange } from '#contract/day-changes.ts'
import { formatLongMoment, formatTime, telHref } from '#web/platform/formats.ts'
import Ban from '~icons/lucide/ban'
import MailCheck from '~icons/lucide/mail-check'
import Phone from '~icons/lucide/phone'

export function UnchangedList({ unchanged }: { unchanged: DayChange['unchanged'] }) {
  if (unchanged.length === 0) return null
  return (
    <ul className="grid gap-2">
      {unchanged.map(({ appointmentId, startsAt, name, phone, reason }) => (
        <li key={appointmentId} className="grid grid-cols-[3.5rem_minmax(0,1fr)] rounded-control bg-sand px-3 py-2">
          <span className="tabular-nums">{formatTime(startsAt)}</span>
          <span>
            <span translate="no" className="font-semibold wrap-anywhere">
              {name}
            </span>
            <span className="block text-sm text-ink-soft">{reason}</span>
            {phone && (
              <a href={telHref(phone)} className="link block w-fit py-1 tabular-nums">
                {phone}
              </a>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}

export function ChangeResult({ change }: { change: DayChange }) {
  const { notified, toCall, unchanged, blocked } = change
  return (
    <div className="grid gap-5">
      {toCall.length > 0 && (
        <ResultPart title={`Hay que llamar (${toCall.length})`} icon={<Phone aria-hidden="true" />}>
          <p className="text-sm text-ink-soft">
            No les llega correo. Quedan en «Llamadas pendientes» de la agenda hasta que las marques.
          </p>
          <ul className="grid gap-2">
            {toCall.map(({ phone, ...person }) => (
              <li key={person.appointmentId} className="rounded-control bg-sand px-3 py-2">
                <ChangedLine {...person} />
                {phone ? (
                  <a href={telHref(phone)} className="link block w-fit py-1 tabular-nums">
                    {phone}
                  </a>
                ) : (
                  <span className="block text-sm text-ink-soft">Sin teléfono anotado</span>
                )}
              </li>
            ))}
          </ul>
        </ResultPart>
      )}
      {unchanged.length > 0 && (
        <ResultPart title={`Quedaron como estaban (${unchanged.length})`} icon={<Ban aria-hidden="true" />}>
          <UnchangedList unchanged={unchanged} />
        </ResultPart>
      )}
      {notified.length > 0 && (
        <ResultPart title={`Avisados por correo (${notified.length})`} icon={<MailCheck aria-hidden="true" />}>
          <ul className="grid gap-2">
            {notified.map((person) => (
              <li key={person.appointmentId} className="rounded-control bg-sand px-3 py-2">
                <ChangedLine {...person} />
              </li>
            ))}
          </ul>
        </ResultPart>
      )}
      {blocked && (
        <p className="text-sm text-ink-soft">
          El resto del día quedó bloqueado. Para volver a ofrecerlo, quita la ausencia en Disponibilidad.
        </p>
      )}
    </div>
  )
}

function ResultPart({ title, icon, children }: { title: string; icon: ReactNode; children: ReactNode }) {
  return (
    <section className="grid gap-2">
      <h3 className="flex items-center gap-2 text-base [&_svg]:size-5 [&_svg]:text-action">
        {icon}
        {title}
      </h3>
      {children}
    </section>
  )
}

/** The old and the new time, ready to be read out on the telephone. */
export function ChangedLine({ name, wasAt, startsAt }: { name: string; wasAt: string; startsAt: string | null }) {
  return (
    <>
      <span translate="no" className="font-semibold wrap-anywhere">
        {name}
      </span>
      <span className="block text-sm text-ink-soft">
        {startsAt ? `Era ${formatLongMoment(wasAt)}` : `Cancelada: era ${formatLongMoment(wasAt)}`}
      </span>
      {startsAt && <span className="block font-medium">{`Ahora es ${formatLongMoment(startsAt)}`}</span>}
    </>
  )
}

export const appointmentsText = (count: number) => (count === 1 ? '1 cita' : `${count} citas`)
