import { useId } from 'react'
import { classNames } from './class-names.ts'

export type ProgressBarProps = {
  label: string
  /** From 0 to 100; undefined while it is not known. */
  percent?: number
  className?: string
}

export function ProgressBar({ label, percent, className }: ProgressBarProps) {
  const id = useId()
  return (
    <div className={classNames('grid gap-2', className)}>
      <div className="flex items-baseline justify-between gap-4">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        {percent !== undefined && <span className="shrink-0 text-sm text-ink-soft tabular-nums">{`${percent} %`}</span>}
      </div>
      <progress id={id} max={100} {...(percent !== undefined && { value: percent })} className="progress" />
    </div>
  )
}
