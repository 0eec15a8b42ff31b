import { classNames } from './class-names.ts'

export type SkeletonProps = { className?: string }

/** A placeholder for loading content, of the content's size; set aria-busy once on the list. */
export function Skeleton({ className }: SkeletonProps) {
  return <span aria-hidden="true" className={classNames('block animate-breathe rounded-control bg-sand', className)} />
}
