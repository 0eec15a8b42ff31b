import { PageLoading } from '#web/ui/page-loading.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** Shown until the session is known, in the shape of the page. */
export function AccountLoading() {
  return (
    <PageLoading
      title="Mi Cuenta"
      status="Cargando tu cuenta…"
      skeletonsClassName="grid items-start gap-8 md:grid-cols-[13rem_1fr]"
    >
      <Skeleton className="h-96" />
      <Skeleton className="h-96" />
    </PageLoading>
  )
}
