import { useCallback, useLayoutEffect, useState, useSyncExternalStore } from 'react'

/** The places on the page that offer to send the confirmation mail again, the least important first. */
let offers: readonly symbol[] = []
const listeners = new Set<() => void>()

function setOffers(next: readonly symbol[]): void {
  offers = next
  for (const listener of listeners) listener()
}

/**
 * Whether this place shows the button: one does at a time, so that no screen has two buttons for one mail. What the page or its
 * dialog says is nearer to the matter than the notice above every page.
 */
export function useResendOffer({ isAbovePage }: { isAbovePage: boolean }): boolean {
  const [offer] = useState(() => Symbol('offer'))
  useLayoutEffect(() => {
    setOffers(isAbovePage ? [offer, ...offers] : [...offers, offer])
    return () => setOffers(offers.filter((each) => each !== offer))
  }, [offer, isAbovePage])
  const subscribe = useCallback((listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, [])
  const shown = useSyncExternalStore(
    subscribe,
    () => offers.at(-1),
    () => undefined,
  )
  return shown === undefined || shown === offer
}
