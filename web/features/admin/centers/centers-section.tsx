import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { InertProfile } from '#web/features/centers/profile/inert-profile.tsx'
import { useApi } from '#web/platform/api.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import ChevronLeft from '~icons/lucide/chevron-left'
import { useAdminSearch } from '../use-admin-search.ts'
import { CenterPage } from './center-page.tsx'
import { CentersList } from './centers-list.tsx'

/** All centres, or the one that the URL names, or that one as its visitors see it. */
export function CentersSection() {
  const { centro: centerId, vista: view } = useAdminSearch()
  if (!centerId) return <CentersList />
  return view === 'visitante' ? <VisitorPreview centerId={centerId} /> : <CenterPage centerId={centerId} />
}

function VisitorPreview({ centerId }: { centerId: string }) {
  const { queries } = useApi()
  const query = useQuery(queries.centerRecords.preview.queryOptions({ input: { centerId } }))
  return (
    <section aria-label="Vista previa de la página" className="grid max-w-4xl grid-cols-1 gap-4">
      <Link
        from="/admin/dashboard"
        search={(before) => ({ ...before, vista: undefined })}
        className="inline-flex min-h-11 items-center gap-1 justify-self-start text-action"
      >
        <ChevronLeft aria-hidden="true" className="size-5" />
        Volver al centro
      </Link>
      <Banner title="Vista previa del equipo">
        Así ve la página un visitante, o la verá cuando esté publicada. Los botones no funcionan aquí, y nadie fuera del
        equipo puede abrir esta vista.
      </Banner>
      {query.data ? (
        <div className="rounded-card border border-line bg-ground">
          <InertProfile center={query.data} />
        </div>
      ) : (
        <Pending query={query} loading="Cargando la página" failed="No se pudo cargar la página del centro">
          <Skeleton className="h-96" />
        </Pending>
      )}
    </section>
  )
}
