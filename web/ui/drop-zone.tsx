import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { useDrop } from './use-drop.ts'

export type DropZoneProps = {
  onFiles: (files: readonly File[]) => void
  disabled?: boolean
  filled?: boolean
  leading: ReactNode
  /** Buttons and text, because dropping must not be the only way. */
  children: ReactNode
}

export function DropZone({ onFiles, disabled, filled, leading, children }: DropZoneProps) {
  const { isOver, handlers } = useDrop({ onFiles, ...(disabled !== undefined && { disabled }) })
  return (
    <div
      {...handlers}
      className={classNames(
        'mt-1 flex items-center gap-4 rounded-card border p-4 transition-colors',
        filled ? 'border-line bg-panel' : 'border-dashed border-control',
        isOver && 'border-action bg-action-soft',
      )}
    >
      <span className="flex shrink-0">{leading}</span>
      <div className="grid min-w-0 grow gap-2">{children}</div>
    </div>
  )
}
