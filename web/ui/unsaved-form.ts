import { createContext, use, useEffect } from 'react'

/** Keeps the page as it is, also when its session ends, until the returned function runs. The root provides it. */
export const HoldPageContext = createContext<() => () => void>(() => () => undefined)

/** Keeps the page, so that what was typed into a form isn't lost before it is saved. */
export function useUnsavedForm(isUnsaved: boolean): void {
  const holdPage = use(HoldPageContext)
  useEffect(() => (isUnsaved ? holdPage() : undefined), [isUnsaved, holdPage])
}
