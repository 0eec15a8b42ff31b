import { useMediaQuery } from '#web/platform/use-media-query.ts'

/** Whether columns fit side by side. On narrower screens a day is a list. */
export const useIsWide = (): boolean => useMediaQuery('(min-width: 48rem)')
