import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useSession } from '#web/platform/session.ts'
import MenuIcon from '~icons/lucide/menu'
import X from '~icons/lucide/x'

import { mainDestinations } from './navigation.ts'
import { forVisitors } from './notice-space.ts'

const row = 'flex min-h-12 items-center rounded-control px-3 text-lg font-medium hover:bg-action-soft hover:text-action'

/**
 * Native details, so that the menu opens before JavaScript. With it, it also closes by Escape, a press elsewhere, or a
 * choice.
 */
export function PhoneMenu() {
  const details = useRef<HTMLDetailsElement>(null)
  const session = useSession()

  useEffect(() => {
    const close = () => {
      if (details.current) details.current.open = false
    }
    const onPress = (event: PointerEvent) => {
      if (event.target instanceof Node && !details.current?.contains(event.target)) close()
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !details.current?.open) return
      close()
      details.current.querySelector('summary')?.focus()
    }
    document.addEventListener('pointerdown', onPress)
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('pointerdown', onPress)
      document.removeEventListener('keydown', onKey)
    }
  }, [])

  const closeMenu = () => {
    if (details.current) details.current.open = false
  }

  return (
    <details ref={details} className="group md:hidden">
      <summary
        aria-label="Menú"
        className="flex size-11 list-none items-center justify-center rounded-control text-ink-soft hover:bg-sand hover:text-ink [&::-webkit-details-marker]:hidden"
      >
        <MenuIcon aria-hidden="true" className="size-6 group-open:hidden" />
        <X aria-hidden="true" className="hidden size-6 group-open:block" />
      </summary>
      <nav
        aria-label="Menú"
        className="absolute inset-x-0 top-full border-b border-line bg-ground px-4 pt-2 pb-5 shadow-float"
      >
        <ul className="grid gap-1">
          {mainDestinations.map((item) => (
            <li key={item.to}>
              <Link to={item.to} onClick={closeMenu} className={row} activeProps={{ className: 'text-action' }}>
                {item.label}
              </Link>
            </li>
          ))}
          <li>
            <Link to="/favorites" onClick={closeMenu} className={row} activeProps={{ className: 'text-action' }}>
              Guardados
            </Link>
          </li>
          {session.status === 'signedIn' ? (
            <li className="mt-2 border-t border-line pt-2">
              <Link to="/account" onClick={closeMenu} className={row} activeProps={{ className: 'text-action' }}>
                Mi Cuenta
              </Link>
            </li>
          ) : (
            <>
              <li className={`mt-2 border-t border-line pt-2 ${forVisitors}`}>
                <Link to="/login" onClick={closeMenu} className={row}>
                  Iniciar Sesión
                </Link>
              </li>
              <li className={forVisitors}>
                <Link to="/register" onClick={closeMenu} className={row}>
                  Regístrate
                </Link>
              </li>
            </>
          )}
        </ul>
      </nav>
    </details>
  )
}
