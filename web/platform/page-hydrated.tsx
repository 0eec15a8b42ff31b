import { createContext, type ReactNode, startTransition, useEffect, useState } from 'react'

const Hydrated = createContext(false)
let isHydratedNow = false
let resolve: () => void
const hydration = new Promise<void>((done) => {
  resolve = done
}).then(() => {
  isHydratedNow = true
})

export const isPageHydrated = (): boolean => isHydratedNow

/** Runs the work once the page is hydrated; see PageHydrated. */
export async function afterPageHydrated<T>(work: () => Promise<T>): Promise<T> {
  if (!isHydratedNow) await hydration
  return await work()
}

/**
 * Wraps the content of the frame, errors included: it hydrates after the frame, and on a slow phone that takes a
 * while. A state change before then makes React discard the server's HTML and render everything again.
 */
export function PageHydrated({ children }: { children: ReactNode }) {
  const [isHydrated, setHydrated] = useState(false)
  // React hydrates the subtree of a transition first, and a context covers everything below.
  useEffect(() => startTransition(() => setHydrated(true)), [])
  useEffect(() => {
    if (isHydrated) resolve()
  }, [isHydrated])
  return <Hydrated value={isHydrated}>{children}</Hydrated>
}
