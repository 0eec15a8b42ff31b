import type { ReactNode } from 'react'
import BadgeCheck from '~icons/lucide/badge-check'
import { classNames } from './class-names.ts'

export type VerifiedMarkProps = { label?: ReactNode; className?: string }

export function VerifiedMark({ label = 'Verificado', className }: VerifiedMarkProps) {
  return (
    <span className={classNames('inline-flex items-center gap-1 text-sm font-medium text-action', className)}>
      <BadgeCheck aria-hidden="true" className="size-4.5 shrink-0" />
      {label}
    </span>
  )
}
