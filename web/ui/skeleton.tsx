import { classNames } from './class-names.ts'

export type SkeletonProps = { className?: string }

/** A shape that stands where something is coming. Give it the size of what comes; say "Cargando" once on the list with aria-busy. */
export function Skeleton({ className }: SkeletonProps) {
  return <span aria-hidden="true" className={classNames('block animate-breathe rounded-control bg-sand', className)} />
}
