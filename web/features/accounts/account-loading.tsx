import { PageLoading } from '#web/ui/page-loading.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/**
 * It is shown until the session is known. It is plain, because the routes of all pages are part of the first scripts.
 */
export function AccountLoading() {
  return (
    <PageLoading title="Mi Cuenta" status="Cargando tu cuenta…" skeletonsClassName="grid gap-6">
      <Skeleton className="h-96" />
    </PageLoading>
  )
}
