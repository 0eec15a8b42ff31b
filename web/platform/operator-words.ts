import { createIsomorphicFn, getGlobalStartContext } from '@tanstack/react-start'
import { createContext, use } from 'react'
import type { ClaimName, FigureValues } from '#contract/claims.ts'

/** What a page carries of the operator's words; contract/brand.ts reads `brand`. */
export type PageWords = { claims: readonly string[]; figures: FigureValues; areLegalTextsReviewed: boolean }

const none: PageWords = { claims: [], figures: {}, areLegalTextsReviewed: false }

/** Nothing is confirmed without a provider. */
export const OperatorWords = createContext(none)

/** The server renders them into the attribute `data-operator` of the page, where the browser reads them. */
export const readPageWords = createIsomorphicFn()
  .server((): PageWords => (getGlobalStartContext() as unknown as { operator: PageWords }).operator)
  .client((): PageWords => ({ ...none, ...JSON.parse(document.documentElement.dataset.operator ?? '{}') }))

/** `const isConfirmed = useClaims()`: whether a page may show a claim. */
export function useClaims(): (name: ClaimName) => boolean {
  const { claims } = use(OperatorWords)
  return (name) => claims.includes(name)
}
