import { prefersReducedMotion } from './reduced-motion.ts'

type Change = { fromLocation?: { pathname: string } | undefined; toLocation: { pathname: string } }

const isProfile = (pathname = '') => /^\/centers\/./.test(pathname)

/** Between a list of centres and a profile, the centre's name moves from one to the other (styles.css). */
export const betweenListAndProfile = {
  types: ({ fromLocation, toLocation }: Change) =>
    fromLocation && isProfile(fromLocation.pathname) !== isProfile(toLocation.pathname) && !prefersReducedMotion()
      ? ['profile']
      : (false as const),
}
