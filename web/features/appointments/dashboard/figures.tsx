import { useQuery } from '@tanstack/react-query'
import { useApi } from '#web/platform/api.ts'
import { formatRating } from '#web/platform/formats.ts'
import { useSession } from '#web/platform/session.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useReminders } from './reminders.tsx'

function useFigures() {
  const { queries } = useApi()
  const session = useSession()
  return useQuery({ ...queries.appointments.figures.queryOptions(), enabled: session.status === 'signedIn' })
}

/** The patient's figures, in one line. Without a review, the average is a dash. */
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
      note: data.averageRating !== null && (data.reviews === 1 ? 'de tu opinión' : `de tus ${data.reviews} opiniones`),
    },
    { label: 'Recordatorios', value: reminders === undefined ? '–' : String(reminders) },
  ]
  return (
    // Last on a phone, where the appointments come first, and with smaller labels, so that four fit side by side; one line above both columns on a wide screen.
    <section aria-labelledby="figures-title" aria-busy={!data} className="lg:order-first lg:col-span-2">
      <h2 id="figures-title" className="sr-only">
        En números
      </h2>
      {figures ? (
        <dl className="grid grid-cols-4 rounded-card border border-line bg-panel max-[24rem]:grid-cols-2">
          {figures.map(({ label, value, note = false }) => (
            <div
              key={label}
              className="flex flex-col-reverse justify-end gap-x-3 border-line px-1 py-3 not-first:border-l max-sm:text-center max-[24rem]:nth-[3]:border-l-0 sm:px-5 lg:flex-row-reverse lg:items-center"
            >
              <dt className="text-sm leading-tight text-ink-soft max-sm:text-[0.75rem]">
                {label}
                {note && <span className="block max-lg:sr-only">{note}</span>}
              </dt>
              <dd className="font-display text-2xl font-heading tabular-nums">{value}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <Skeleton className="h-24 lg:h-16" />
      )}
    </section>
  )
}
