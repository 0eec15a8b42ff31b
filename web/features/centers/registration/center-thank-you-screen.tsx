import { Link, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

import { brand } from '#contract/brand.ts'
import { AccountFrame } from '#web/features/accounts/account-frame.tsx'
import { currentSession } from '#web/platform/session.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { toast } from '#web/ui/toast.ts'

/** Leads on at once, with a word of welcome. Whoever isn't signed in is asked to on the way. */
export function CenterThankYouScreen() {
  const router = useRouter()

  useEffect(() => {
    let left = false
    void currentSession()
      .catch(() => undefined)
      .then((session) => {
        if (left) return
        if (session?.status === 'signedIn') {
          toast({
            kind: 'success',
            title: `Te damos la bienvenida a ${brand.name}`,
            description: 'Este es el dashboard de tu centro.',
          })
        }
        void router.navigate({ to: '/center/dashboard', replace: true })
      })
    return () => {
      left = true
    }
  }, [router])

  return (
    <AccountFrame title="¡Gracias por registrarte!" intro="Te llevamos al dashboard de tu centro.">
      <Link to="/center/dashboard" className={buttonClass()}>
        Ir a mi dashboard
      </Link>
    </AccountFrame>
  )
}
