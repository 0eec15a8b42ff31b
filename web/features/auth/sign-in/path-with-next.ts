/** The address of a screen that somebody passes through on the way to `next`. */
export function pathWithNext(screen: '/login' | '/complete-registration', next: string | undefined): string {
  return next === undefined ? screen : `${screen}?${new URLSearchParams({ next })}`
}
