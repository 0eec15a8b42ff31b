import { Skeleton } from '#web/ui/skeleton.tsx'

export function AppointmentRowsSkeleton({ rows }: { rows: number }) {
  return (
    <div className="grid gap-3">
      {Array.from({ length: rows }, (_, index) => index).map((row) => (
        <div key={row} className="flex gap-4 rounded-card border border-line bg-panel p-4 sm:p-5">
          <Skeleton className="h-19 w-16 shrink-0" />
          <div className="grid min-w-0 grow gap-2">
            <Skeleton className="h-6 w-1/2" />
            <Skeleton className="h-5 w-2/3" />
            <Skeleton className="h-9 w-44 max-w-full" />
          </div>
        </div>
      ))}
    </div>
  )
}
