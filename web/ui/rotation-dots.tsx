import { type KeyboardEvent, useRef } from 'react'
import Pause from '~icons/lucide/pause'
import Play from '~icons/lucide/play'

import { classNames } from './class-names.ts'
import { IconButton } from './icon-button.tsx'
import type { Rotation } from './use-rotation.ts'

export type RotationDotsProps = {
  rotation: Rotation
  labels: readonly string[]
  /** What rotates, for the name of the pause: «los testimonios». */
  noun: string
  className?: string
}

/** One dot per slide, which the arrows also move between, and the pause. */
export function RotationDots({ rotation, labels, noun, className }: RotationDotsProps) {
  const dots = useRef<HTMLDivElement>(null)

  function move(event: KeyboardEvent) {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    const next = (rotation.shown + step + labels.length) % labels.length
    rotation.show(next)
    dots.current?.querySelectorAll('button')[next]?.focus()
  }

  return (
    <div ref={dots} className={classNames('flex items-center', className)}>
      {labels.map((label, index) => (
        <button
          key={label}
          type="button"
          aria-label={label}
          aria-current={index === rotation.shown ? 'true' : undefined}
          onClick={() => rotation.show(index)}
          onKeyDown={move}
          className="group flex size-11 items-center justify-center rounded-full"
        >
          <span className="h-2.5 w-2.5 rounded-full bg-control forced-colors:border transition-[width,background-color] group-aria-[current]:w-6 group-aria-[current]:bg-action" />
        </button>
      ))}
      <IconButton
        label={rotation.isStopped ? `Reanudar ${noun}` : `Pausar ${noun}`}
        icon={
          rotation.isStopped ? (
            <Play aria-hidden="true" className="size-5" />
          ) : (
            <Pause aria-hidden="true" className="size-5" />
          )
        }
        onClick={rotation.toggle}
        className="rounded-full"
      />
    </div>
  )
}
