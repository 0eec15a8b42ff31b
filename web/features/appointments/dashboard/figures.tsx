import { useQuery } from '@tanstack/react-query'

import { useApi } from '#web/platform/api.ts'
import { formatRating } from '#web/platform/formats.ts'
import { useSession } from '#web/platform/session.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useReminders } from './reminders.tsx'

export function useFigures() {
  const { queries } = useApi()
  const session = useSession()
  return useQuery({ ...queries.appointments.figures.queryOptions(), enabled: session.status === 'signedIn' })
}

/** The patient's figures. Without a review, the average is a dash. */
export function Figures() {
  const { data, isError } = useFigures()
  const reminders = useReminders().data?.items.length
  // The figures are optional: when they can't be loaded, the lists still show what matters.
  if (isError && !data) return null
  const figures = data && [
    { label: 'Próximas citas', value: String(data.upcoming) },
    { label: 'Consultas completadas', value: String(data.completed) },
    {
      label: 'Calificación promedio',
      value: data.averageRating === null ? '–' : formatRating(data.averageRating),
      note: data.averageRating !== null && (data.reviews === 1 ? 'de tu reseña' : `de tus ${data.reviews} reseñas`),
    },
    { label: 'Recordatorios', value: reminders === undefined ? '–' : String(reminders) },
  ]
  return (
    <section aria-labelledby="figures-title" aria-busy={!data}>
      <h2 id="figures-title" className="sr-only">
        En números
      </h2>
      <dl className="grid gap-2 sm:grid-cols-4 sm:gap-3 lg:grid-cols-1">
        {figures
          ? figures.map(({ label, value, note = false }) => (
              <div
                key={label}
                className="flex items-center justify-between gap-4 rounded-card border border-line bg-panel px-4 py-2 sm:flex-col-reverse sm:items-start sm:justify-end sm:gap-0 sm:p-4"
              >
                <dt className="text-sm text-ink-soft">
                  {label}
                  {note && <span className="block">{note}</span>}
                </dt>
                <dd className="font-display text-2xl font-heading tabular-nums">{value}</dd>
              </div>
            ))
          : [0, 1, 2, 3].map((index) => <Skeleton key={index} className="h-14 sm:h-24" />)}
      </dl>
    </section>
  )
}
