import { Link } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'

import { hasStoredSession, useSession } from '#web/platform/session.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { lazySection, Part } from '#web/ui/lazy-section.ts'
import Heart from '~icons/lucide/heart'

import { forVisitors } from './notice-space.ts'

const accountTools = lazySection(() => import('./account-tools.tsx').then((m) => m.AccountTools))

/** The server's HTML and a visitor's page contain the links; with a session, the bell and the menu replace them after load. */
export function AccountCorner() {
  const session = useSession()

  // Preloads the tools before the session is verified.
  useEffect(() => {
    if (hasStoredSession()) accountTools.preload()
  }, [])

  if (session.status === 'signedIn') {
    return (
      <Suspense fallback={<ToolsPlace />}>
        <Part part={accountTools} props={{ user: session.user }} />
      </Suspense>
    )
  }
  return (
    <>
      <Link
        to="/favorites"
        aria-label="Guardados"
        title="Guardados"
        className={`${forVisitors} inline-flex size-11 items-center justify-center rounded-control text-ink-soft hover:text-action max-md:hidden`}
      >
        <Heart aria-hidden="true" className="size-5.5" />
      </Link>
      <Link to="/login" className={buttonClass({ variant: 'quiet', className: `${forVisitors} max-md:hidden` })}>
        Iniciar Sesión
      </Link>
      <Link
        to="/register"
        className={buttonClass({ variant: 'secondary', className: `${forVisitors} max-[22rem]:hidden` })}
      >
        Regístrate
      </Link>
    </>
  )
}

/** The size of the bell and the menu, so that nothing moves when they load. */
function ToolsPlace() {
  return (
    <span aria-hidden="true" className="inline-flex h-11 w-23 items-center justify-end pr-1">
      <span className="size-9 rounded-full bg-action-soft" />
    </span>
  )
}
