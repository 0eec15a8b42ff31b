import { Link } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'

import { lazySection, Part } from '#web/platform/lazy-section.tsx'
import { hasStoredSession, useSession } from '#web/platform/session.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { loadWithRetry } from '#web/ui/load-with-retry.ts'

/** Loaded only with a session. */
const avatarMenu = lazySection(() => loadWithRetry(() => import('./avatar-menu.tsx')).then((m) => m.AvatarMenu))

/** The server's HTML and a visitor's page contain the links; with a session, the menu replaces them after load. */
export function AccountCorner() {
  const session = useSession()

  // Preloads the menu before the session is verified.
  useEffect(() => {
    if (hasStoredSession()) avatarMenu.preload()
  }, [])

  if (session.status === 'signedIn') {
    return (
      <Suspense fallback={<AvatarPlace />}>
        <Part part={avatarMenu} props={{ user: session.user }} />
      </Suspense>
    )
  }
  return (
    <>
      <Link to="/login" className={buttonClass({ variant: 'quiet', className: 'max-md:hidden' })}>
        Iniciar Sesión
      </Link>
      <Link to="/register" className={buttonClass({ className: 'max-[22rem]:hidden' })}>
        Regístrate
      </Link>
    </>
  )
}

/** The menu's size, so that nothing moves when it loads. */
function AvatarPlace() {
  return (
    <span aria-hidden="true" className="inline-flex size-11 items-center justify-center">
      <span className="size-9 rounded-full bg-action-soft" />
    </span>
  )
}
