import { useMediaQuery } from '#web/platform/use-media-query.ts'

/** Whether the window is wide enough for navigation at the side: as Tailwind's `lg`. */
export const useHasSideNav = (): boolean => useMediaQuery('(min-width: 64rem)')
