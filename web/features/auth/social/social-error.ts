import { useSyncExternalStore } from 'react'

let refusal: string | undefined
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Why the last sign-in through another provider failed, for the login form. */
export function useSocialError(): string | undefined {
  return useSyncExternalStore(
    subscribe,
    () => refusal,
    () => undefined,
  )
}

/** Sets the error, or clears it once the visitor tries again or leaves. */
export function setSocialError(next: string | undefined): void {
  refusal = next
  for (const listener of listeners) listener()
}
