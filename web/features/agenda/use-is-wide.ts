import { useSyncExternalStore } from 'react'

const query = '(min-width: 48rem)'

/** Whether columns fit side by side. On narrower screens a day is a list. */
export function useIsWide(): boolean {
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
