import type { ReactNode } from 'react'
import CloudAlert from '~icons/lucide/cloud-alert'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'

export type ErrorStateProps = {
  title: string
  children?: ReactNode
  onRetry?: () => void
  retrying?: boolean
  className?: string
}

export function ErrorState({ title, children, onRetry, retrying, className }: ErrorStateProps) {
  return (
    <div role="alert" className={classNames('flex flex-col items-center gap-3 px-4 py-10 text-center', className)}>
      <span className="flex size-14 items-center justify-center rounded-full bg-red-soft text-red">
        <CloudAlert aria-hidden="true" className="size-7" />
      </span>
      <p className="text-lg font-semibold">{title}</p>
      {children && <div className="max-w-[29.5em] text-ink-soft">{children}</div>}
      {onRetry && (
        <Button variant="secondary" onClick={onRetry} pending={retrying ?? false} className="mt-1">
          Reintentar
        </Button>
      )}
    </div>
  )
}
