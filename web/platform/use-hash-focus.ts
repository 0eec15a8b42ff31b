import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'

/** Scrolls to the control in the address's fragment and focuses it, also when the same link is pressed again. */
export function useHashFocus(): void {
  const hash = useLocation({ select: (location) => location.hash })
  const visit = useLocation({ select: (location) => location.state.__TSR_key })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each visit to the address counts
  useEffect(() => {
    if (hash === '') return
    const control = document.getElementById(hash)
    control?.scrollIntoView({ block: 'center' })
    control?.focus({ preventScroll: true })
  }, [hash, visit])
}
