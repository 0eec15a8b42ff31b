import { useEffect, useState } from 'react'

/**
 * Which of `count` slides is shown, advancing on its own. It waits under the pointer and while the focus is inside, and stays
 * where it is after the visitor has chosen a slide, paused it, or asked the system for less motion.
 */
export function useRotation({ count, everyMs }: { count: number; everyMs: number }) {
  const [shown, setShown] = useState(0)
  const [isStopped, setStopped] = useState(false)
  const [isHeld, setHeld] = useState(false)

  useEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) setStopped(true)
  }, [])

  useEffect(() => {
    if (isStopped || isHeld) return undefined
    const timer = setInterval(() => setShown((before) => (before + 1) % count), everyMs)
    return () => clearInterval(timer)
  }, [isStopped, isHeld, count, everyMs])

  return {
    shown,
    isStopped,
    toggle: () => setStopped((before) => !before),
    show(index: number) {
      setStopped(true)
      setShown((index + count) % count)
    },
    /** For the element around the slides and their dots. */
    holding: {
      onPointerEnter: () => setHeld(true),
      onPointerLeave: () => setHeld(false),
      onFocus: () => setHeld(true),
      onBlur: () => setHeld(false),
    },
  }
}

export type Rotation = ReturnType<typeof useRotation>
