const welcomes = { patient: '/patient-welcome', center: '/center-welcome' } as const

/** The default pages after signing in, which the visitor has not requested. */
const defaultLandingPages = new Set<string>(['/', '/dashboard', '/center/dashboard', ...Object.values(welcomes)])

/** The page that the visitor requested; undefined for a default page after signing in. */
export function requestedPath(path: string | undefined): string | undefined {
  return path === undefined || defaultLandingPages.has(path) ? undefined : path
}

export function welcomeOf(kind: keyof typeof welcomes): string {
  return welcomes[kind]
}

/** The kind of account that leads to this page; undefined when either may. */
export function accountKindOf(path: string | undefined): keyof typeof welcomes | undefined {
  if (path === welcomes.center) return 'center'
  return path === welcomes.patient || path?.startsWith('/book/') ? 'patient' : undefined
}
