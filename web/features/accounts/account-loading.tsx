import { Page } from '#web/ui/page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** Shown until the session is known, in the shape of the page. */
export function AccountLoading() {
  return (
    <Page className="grid gap-6 pt-8 pb-16">
      <h1>Mi Cuenta</h1>
      <p role="status" className="-mt-4 text-ink-soft">
        Cargando tu cuenta…
      </p>
      <div aria-busy="true" className="grid items-start gap-x-10 gap-y-6 md:grid-cols-[13rem_minmax(0,1fr)]">
        <Skeleton className="h-96" />
        <SectionSkeleton className="max-md:hidden" />
      </div>
    </Page>
  )
}

export function SectionSkeleton({ className = '' }: { className?: string }) {
  return (
    <div aria-hidden="true" className={`grid max-w-form gap-4 ${className}`}>
      <Skeleton className="h-40" />
      <Skeleton className="h-64" />
    </div>
  )
}
