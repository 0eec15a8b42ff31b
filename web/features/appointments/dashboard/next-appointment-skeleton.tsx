import { Skeleton } from '#web/ui/skeleton.tsx'

export function NextAppointmentSkeleton() {
  return (
    <div className="grid gap-5 rounded-card border border-line bg-panel p-5 sm:p-8">
      <div className="grid gap-2">
        <Skeleton className="h-5 w-40" />
        <Skeleton className="h-9 w-full max-w-md" />
      </div>
      <div className="flex items-center gap-4">
        <Skeleton className="size-18 rounded-full" />
        <Skeleton className="h-12 w-48" />
      </div>
      <Skeleton className="h-24" />
      <Skeleton className="h-11 max-w-lg" />
    </div>
  )
}
