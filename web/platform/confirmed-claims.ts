import { createIsomorphicFn, getGlobalStartContext } from '@tanstack/react-start'
import { createContext, use } from 'react'
import type { ClaimName } from '#contract/claims.ts'

/** The names of the claims that the operator has confirmed. None without a provider. */
export const ConfirmedClaims = createContext<readonly string[]>([])

/** The server renders them into the attribute `data-claims` of the page, where the browser reads them. */
export const readConfirmedClaims = createIsomorphicFn()
  .server((): readonly string[] => (getGlobalStartContext() as unknown as { claims: readonly string[] }).claims)
  .client((): readonly string[] => (document.documentElement.dataset.claims ?? '').split(' '))

/** `const isConfirmed = useClaims()`: whether a page may show a claim. */
export function useClaims(): (name: ClaimName) => boolean {
  const names = use(ConfirmedClaims)
  return (name) => names.includes(name)
}
