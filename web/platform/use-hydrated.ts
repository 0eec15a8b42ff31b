import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False in the server's HTML and in the browser's first rendering, and then true. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
