import { createContext, type ReactNode, startTransition, useEffect, useState } from 'react'

const Hydrated = createContext(false)
let isHydratedNow = false
const { promise, resolve } = Promise.withResolvers<void>()
const hydration = promise.then(() => {
  isHydratedNow = true
})

export const isPageHydrated = (): boolean => isHydratedNow

/** Does it now, or once the page is taken over; see PageHydrated. */
export async function afterPageHydrated<T>(work: () => Promise<T>): Promise<T> {
  if (!isHydratedNow) await hydration
  return await work()
}

/**
 * Around whatever stands in the frame, an error as well: it is hydrated after the frame, and on a slow phone that takes a
 * while. What changes the page before then makes React throw away the server's HTML and draw everything anew.
 */
export function PageHydrated({ children }: { children: ReactNode }) {
  const [isHydrated, setHydrated] = useState(false)
  // What a transition changes is hydrated first, and a context changes everything below.
  useEffect(() => startTransition(() => setHydrated(true)), [])
  useEffect(() => {
    if (isHydrated) resolve()
  }, [isHydrated])
  return <Hydrated value={isHydrated}>{children}</Hydrated>
}
