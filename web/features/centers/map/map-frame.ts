import { type RefObject, useEffect, useRef } from 'react'

/** Pixels between the map and the edges of a wide window. */
const edge = 16

/** The map is beside the list on wide screens, and replaces it on others. */
export const panelClass =
  'relative overflow-hidden h-[calc(100dvh-13rem)] min-h-96 max-lg:-mx-4 max-lg:-mb-16 sm:max-lg:-mx-6 lg:sticky lg:top-4'

const isWide = () => matchMedia('(min-width: 64rem)').matches

/** Keeps an element as high as the window below its upper edge, so that its lower edge is in view. */
export function useFilledWindow(): RefObject<HTMLElement | null> {
  const frame = useRef<HTMLElement>(null)
  useEffect(() => {
    const fill = () => {
      if (!frame.current) return
      const gap = isWide() ? edge : 0
      const { top } = frame.current.getBoundingClientRect()
      frame.current.style.height = `${Math.round(innerHeight - Math.max(top, gap) - gap)}px`
    }
    if (!isWide()) scrollTo(0, 0)
    fill()
    addEventListener('scroll', fill, { passive: true })
    addEventListener('resize', fill)
    return () => {
      removeEventListener('scroll', fill)
      removeEventListener('resize', fill)
    }
  }, [])
  return frame
}
