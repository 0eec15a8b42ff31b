import { useSyncExternalStore } from 'react'

/** As Tailwind's `lg`. */
const query = '(min-width: 64rem)'

/** Whether the window is wide enough for navigation at the side. */
export function useHasSideNav(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const media = matchMedia(query)
      media.addEventListener('change', onChange)
      return () => media.removeEventListener('change', onChange)
    },
    () => matchMedia(query).matches,
    () => true,
  )
}
