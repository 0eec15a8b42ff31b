import { useQuery } from '@tanstack/react-query'

import { InertProfile } from '#web/features/centers/profile/inert-profile.tsx'
import { useApi } from '#web/platform/api.ts'
import { Pending } from '#web/ui/pending.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

/** A preview of the page as patients see it, also before it is public. It is inert: its buttons can't be pressed. */
export function PublicPreview({ centerId }: { centerId: string }) {
  const { queries } = useApi()
  const query = useQuery(queries.practice.preview.queryOptions({ input: { centerId } }))
  return (
    <section aria-labelledby="preview" className="grid min-w-0 gap-3 lg:sticky lg:top-5">
      <div className="flex items-center justify-between gap-3">
        <h3 id="preview">Así lo ven los pacientes</h3>
        {query.data && query.isFetching && <Spinner label="Actualizando" />}
      </div>
      {query.data ? (
        <section
          aria-label="Tu página pública"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
          tabIndex={0}
          className="relative max-h-[70vh] overflow-y-auto lg:max-h-[calc(100dvh-9rem)] rounded-card border border-line bg-ground"
        >
          <InertProfile center={query.data} />
        </section>
      ) : (
        <Pending query={query} loading="Cargando tu página" failed="No se pudo cargar tu página" />
      )}
    </section>
  )
}
