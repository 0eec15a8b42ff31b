import { PageLoading } from '#web/ui/page-loading.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

export function DashboardLoading() {
  return (
    <PageLoading
      title="Mi Dashboard"
      status="Cargando tu dashboard…"
      skeletonsClassName="grid items-start gap-8 lg:grid-cols-[1fr_17rem]"
    >
      <div className="grid gap-6">
        <Skeleton className="h-12 max-w-sm" />
        <Skeleton className="h-96" />
      </div>
      <Skeleton className="h-60 max-lg:hidden" />
    </PageLoading>
  )
}
