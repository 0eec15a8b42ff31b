import { createContext, use, useEffect } from 'react'

/** Keeps the page as it is, also when its session ends, until the returned function runs. The root provides it. */
export const HoldPageContext = createContext<() => () => void>(() => () => undefined)

/** It is for a form, whose typed text must not be lost while it isn't saved. */
export function useUnsavedForm(isUnsaved: boolean): void {
  const holdPage = use(HoldPageContext)
  useEffect(() => (isUnsaved ? holdPage() : undefined), [isUnsaved, holdPage])
}
