export function pathWithNext(screen: '/login' | '/complete-registration', next: string | undefined): string {
  return next === undefined ? screen : `${screen}?${new URLSearchParams({ next })}`
}
