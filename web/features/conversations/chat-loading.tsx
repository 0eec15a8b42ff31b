import { PageLoading } from '#web/ui/page-loading.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** Shown until the account is known, in the shape of the list and the window. */
export function ChatLoading() {
  return (
    <PageLoading
      title="Mensajería"
      status="Cargando la mensajería…"
      skeletonsClassName="grid gap-4 md:grid-cols-[17rem_1fr] lg:grid-cols-[21rem_1fr]"
    >
      <Skeleton className="h-96 md:h-150" />
      <Skeleton className="h-150 max-md:hidden" />
    </PageLoading>
  )
}
