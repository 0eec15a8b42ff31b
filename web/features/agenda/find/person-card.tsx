import { useQuery } from '@tanstack/react-query'
import type { AgendaAppointment } from '#contract/agenda.ts'
import { useApi } from '#web/platform/api.ts'
import { formatLongMoment, telHref } from '#web/platform/formats.ts'
import { useNow } from '#web/platform/use-now.ts'
import { RowOwnTime } from '#web/platform/zone-note.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import Mail from '~icons/lucide/mail'
import Phone from '~icons/lucide/phone'
import type { KnownPerson } from '../agenda-dialog.ts'
import { styleAt } from '../appointment-style.ts'
import { DependantText } from '../dependant-text.tsx'

export type PersonCardProps = {
  centerId: string
  person: KnownPerson
  onOpenDay: (appointment: AgendaAppointment) => void
}

const shownPast = 5

export function PersonCard({ centerId, person, onOpenDay }: PersonCardProps) {
  const { queries } = useApi()
  const query = useQuery(
    queries.contacts.get.queryOptions({ input: { centerId, kind: person.kind, personId: person.id } }),
  )
  const { data } = query
  const now = useNow().toISOString()
  const isUpcoming = ({ startsAt, status }: AgendaAppointment) =>
    startsAt >= now && (status === 'pending' || status === 'confirmed')
  const upcoming = data?.appointments.filter(isUpcoming).sort((a, b) => a.startsAt.localeCompare(b.startsAt)) ?? []
  const past = data?.appointments.filter((each) => !isUpcoming(each)).slice(0, shownPast) ?? []
  return (
    <div className="grid gap-4 pb-2">
      <p translate="no" className="text-lg font-semibold wrap-anywhere">
        {person.name}
      </p>
      {person.dependant && <DependantText dependant={person.dependant} />}
      {!data ? (
        <Pending query={query} loading="Cargando sus citas" failed="No se pudieron cargar sus citas">
          <Skeleton className="h-32" />
        </Pending>
      ) : (
        <>
          <div className="flex flex-wrap gap-x-6">
            {data.contact.phone && (
              <a href={telHref(data.contact.phone)} className="inline-flex min-h-11 items-center gap-2">
                <Phone aria-hidden="true" className="size-4.5 text-action" />
                <span className="link tabular-nums">{data.contact.phone}</span>
              </a>
            )}
            {data.contact.email && (
              <a
                href={`mailto:${data.contact.email}`}
                className="inline-flex min-h-11 items-center gap-2 wrap-anywhere"
              >
                <Mail aria-hidden="true" className="size-4.5 text-action" />
                <span className="link">{data.contact.email}</span>
              </a>
            )}
          </div>
          {data.note && <p className="rounded-control bg-sand px-4 py-2">{data.note}</p>}
          <Visits title="Próximas" visits={upcoming} empty="No tiene citas próximas." onOpenDay={onOpenDay} />
          <Visits title="Anteriores" visits={past} empty="Todavía no vino." onOpenDay={onOpenDay} />
        </>
      )}
    </div>
  )
}

type VisitsProps = {
  title: string
  visits: readonly (AgendaAppointment & { professionalName: string })[]
  empty: string
  onOpenDay: (appointment: AgendaAppointment) => void
}

function Visits({ title, visits, empty, onOpenDay }: VisitsProps) {
  const now = useNow()
  return (
    <section className="grid gap-1.5">
      <h3 className="text-base">{title}</h3>
      {visits.length === 0 ? (
        <p className="text-ink-soft">{empty}</p>
      ) : (
        <ul className="grid gap-1.5">
          {visits.map((visit) => {
            const { word, Icon } = styleAt({ appointment: visit, now, isAway: false })
            return (
              <li key={visit.id}>
                <button
                  type="button"
                  onClick={() => onOpenDay(visit)}
                  className="flex min-h-11 w-full items-center gap-3 rounded-control border border-line px-3 py-1.5 text-left hover:bg-sand"
                >
                  <Icon aria-hidden="true" className="size-5 shrink-0 text-ink-soft" />
                  <span className="min-w-0">
                    <span className="block first-letter:uppercase">{formatLongMoment(visit.startsAt)}</span>
                    <RowOwnTime instant={visit.startsAt} className="block text-sm text-ink-soft" />
                    <span className="block text-sm text-ink-soft">
                      {`${word} · ${visit.service.name} con `}
                      <span translate="no">{visit.professionalName}</span>
                    </span>
                  </span>
                </button>
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}
