import { PageLoading } from '#web/ui/page-loading.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

export function ReceiptLoading() {
  return (
    <PageLoading title="Recibo" status="Cargando tu recibo…" skeletonsClassName="grid gap-6">
      <Skeleton className="h-96" />
    </PageLoading>
  )
}
