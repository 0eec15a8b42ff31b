import { Skeleton } from '#web/ui/skeleton.tsx'

export function SectionSkeleton({ className = '' }: { className?: string }) {
  return (
    <div aria-hidden="true" className={`grid max-w-form gap-4 ${className}`}>
      <Skeleton className="h-40" />
      <Skeleton className="h-64" />
    </div>
  )
}
