import { Link } from '@tanstack/react-router'

import { useSession } from '#web/platform/session.ts'
import { buttonClass } from '#web/ui/button-class.ts'

import { AvatarMenu } from './avatar-menu.tsx'

/** The server's HTML and every visitor see the links; a known session fills the corner in after load. */
export function AccountCorner() {
  const session = useSession()
  if (session.status === 'signedIn') return <AvatarMenu user={session.user} />
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
