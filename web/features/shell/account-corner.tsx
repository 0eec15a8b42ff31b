import { Link } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'

import { lazySection, Part } from '#web/platform/lazy-section.tsx'
import { hasStoredSession, useSession } from '#web/platform/session.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { loadWithRetry } from '#web/ui/load-with-retry.ts'

/** Visitors never need it. */
const avatarMenu = lazySection(() => loadWithRetry(() => import('./avatar-menu.tsx')).then((m) => m.AvatarMenu))

/** The server's HTML and every visitor see the links; a known session fills the corner in after load. */
export function AccountCorner() {
  const session = useSession()

  // It is there before it is known whose session that is.
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

/** Of the menu's size, so that nothing moves when it comes. */
function AvatarPlace() {
  return (
    <span aria-hidden="true" className="inline-flex size-11 items-center justify-center">
      <span className="size-9 rounded-full bg-action-soft" />
    </span>
  )
}
