import { useSyncExternalStore } from 'react'

let refusal: string | undefined
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Why the last attempt to get in through another provider failed, for the form that the visitor was led to. */
export function useSocialError(): string | undefined {
  return useSyncExternalStore(
    subscribe,
    () => refusal,
    () => undefined,
  )
}

/** Stays until it is replaced: undefined once the visitor tries again or goes elsewhere. */
export function setSocialError(next: string | undefined): void {
  refusal = next
  for (const listener of listeners) listener()
}
