const welcomes = { patient: '/patient-welcome', center: '/center-welcome' } as const

/** Where getting in leads by itself: nobody asked for these pages. */
const defaultLandingPages = new Set<string>(['/', '/dashboard', '/center/dashboard', ...Object.values(welcomes)])

/** The page of this site that the visitor asked for; undefined where getting in leads by itself. */
export function requestedPath(path: string | undefined): string | undefined {
  return path === undefined || defaultLandingPages.has(path) ? undefined : path
}

/** The page that greets a new account of this kind. */
export function welcomeOf(kind: keyof typeof welcomes): string {
  return welcomes[kind]
}

/** The kind of account that leads to this page; undefined when either may. */
export function accountKindOf(path: string | undefined): keyof typeof welcomes | undefined {
  if (path === welcomes.center) return 'center'
  return path === welcomes.patient || path?.startsWith('/book/') ? 'patient' : undefined
}
