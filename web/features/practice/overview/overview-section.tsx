import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Membership } from '#contract/memberships.ts'
import type { PracticeFigures } from '#contract/practice.ts'
import { agendaOfDay } from '#web/features/agenda/agenda-dates.ts'
import { attendeeName, styleAt } from '#web/features/agenda/appointment-style.ts'
import { PublicationPanel, usePublication } from '#web/features/compliance/publication-panel.tsx'
import { useApi } from '#web/platform/api.ts'
import { minuteMs } from '#web/platform/durations.ts'
import { formatDay, formatTime } from '#web/platform/formats.ts'
import { useNow } from '#web/platform/use-now.ts'
import { RowOwnTime } from '#web/platform/zone-note.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import Footprints from '~icons/lucide/footprints'
import { Attention } from './attention.tsx'
import { PracticeCards } from './practice-cards.tsx'
import { PublishedNotice } from './published-notice.tsx'
import { TodaySection } from './today-section.tsx'

export function OverviewSection({ membership }: { membership: Membership }) {
  const { centerId, can } = membership
  const { queries } = useApi()
  const figures = useQuery(queries.practice.figures.queryOptions({ input: { centerId } }))
  // Refetched every minute, because an appointment becomes late, or ends.
  const today = useQuery({ ...queries.agenda.today.queryOptions({ input: { centerId } }), refetchInterval: minuteMs })
  // Loaded before the first render, because the buttons below the panel must not move.
  const publication = usePublication({ centerId, enabled: can.manage })
  // For a published centre, waiting patients come before a document that is about to expire.
  const isPublished = publication.data?.state === 'published'
  if (figures.data && today.data && (!can.manage || !publication.isPending)) {
    return (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        {can.manage && (
          <>
            <FirstStepsLink centerId={centerId} />
            {isPublished ? (
              <PublishedNotice centerId={centerId} approvedAt={publication.data?.approvedAt ?? null} />
            ) : (
              <PublicationPanel centerId={centerId} onlyIfNeeded />
            )}
          </>
        )}
        <TodaySection centerId={centerId} today={today.data} />
        <Attention figures={figures.data} membership={membership} />
        <PracticeCards figures={figures.data} isOwn={!can.seeWholeCenter} />
        {isPublished && <PublicationPanel centerId={centerId} onlyIfNeeded />}
        <RecentAppointments appointments={figures.data.recent} />
      </div>
    )
  }
  return (
    <Pending
      query={figures.error ? figures : today}
      loading="Cargando el resumen"
      failed="No se pudo cargar el resumen"
      className="grid gap-6"
    >
      <Skeleton className="h-20" />
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
        {[0, 1, 2, 3].map((index) => (
          <Skeleton key={index} className="h-28" />
        ))}
      </div>
      <Skeleton className="h-72" />
    </Pending>
  )
}

/** A link back to the first steps, until the practice is published and takes bookings. */
function FirstStepsLink({ centerId }: { centerId: string }) {
  const { data } = usePublication({ centerId })
  if (!data || data.withdrawalReason !== null) return null
  if (data.state === 'published' || data.state === 'paused' || data.state === 'hidden') return null
  return (
    <Link
      to="/center-welcome"
      className="flex min-h-11 items-center gap-3 rounded-card border border-line bg-panel px-4 py-3 hover:border-control"
    >
      <Footprints aria-hidden="true" className="size-5 shrink-0 text-action" />
      <span>
        <span className="font-semibold">Primeros pasos.</span> Mira qué ya está pronto y qué sigue.
      </span>
    </Link>
  )
}

function RecentAppointments({ appointments }: { appointments: PracticeFigures['recent'] }) {
  const now = useNow()
  return (
    <section aria-labelledby="recent-title" className="grid gap-3">
      <h3 id="recent-title">Citas recientes</h3>
      {appointments.length === 0 ? (
        <EmptyState drawing="clock" heading="p" title="No hay citas recientes">
          Cuando alguien reserve, o tú agendes a quien llama, aparece aquí.
        </EmptyState>
      ) : (
        <ul className="divide-y divide-line overflow-clip rounded-card border border-line bg-panel">
          {appointments.map((appointment) => {
            const { word, tone, Icon } = styleAt({ appointment, now, isAway: false })
            return (
              <li key={appointment.id}>
                <Link
                  to="/center/dashboard"
                  search={({ centro }) => ({ centro, ...agendaOfDay(appointment.startsAt) })}
                  className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 -outline-offset-3 hover:bg-action-soft"
                >
                  <span className="min-w-40 grow">
                    <span translate="no" className="block font-semibold wrap-break-word">
                      {attendeeName(appointment)}
                    </span>
                    <span className="block text-sm text-ink-soft">
                      {appointment.service.name} · <span translate="no">{appointment.professionalName}</span>
                    </span>
                  </span>
                  <span className="tabular-nums">
                    {formatDay(appointment.startsAt)}, {formatTime(appointment.startsAt)}
                    <RowOwnTime instant={appointment.startsAt} />
                  </span>
                  <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
                    {word}
                  </Badge>
                </Link>
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}
