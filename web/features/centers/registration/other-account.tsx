import { Link } from '@tanstack/react-router'
import { useState } from 'react'

import type { Me } from '#contract/accounts.ts'
import { dashboardPath } from '#web/features/auth/dashboard-path.ts'
import { useSignOut } from '#web/features/auth/use-sign-out.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'

/** A patient's account cannot become a centre's: a centre registers with its own. */
export function OtherAccount({ me }: { me: Me }) {
  const signOutEverywhere = useSignOut()
  const [isSigningOut, setSigningOut] = useState(false)

  async function signOut() {
    setSigningOut(true)
    await signOutEverywhere()
    setSigningOut(false)
  }

  return (
    <div className="grid gap-5">
      <div>
        <h2>Usa otra cuenta para tu centro</h2>
        <p className="mt-2">
          Entraste como <strong className="wrap-anywhere">{me.fullName}</strong>, con{' '}
          <span className="wrap-anywhere">{me.email}</span>, que es una cuenta de paciente. Un centro se registra con
          una cuenta propia y con otro correo: así tus consultas y tu trabajo quedan separados.
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button pending={isSigningOut} pendingLabel="Cerrando la sesión…" onClick={() => void signOut()}>
          Cerrar sesión y registrar mi centro
        </Button>
        <Link to={dashboardPath(me)} className={buttonClass({ variant: 'secondary' })}>
          Volver a mi cuenta
        </Link>
      </div>
    </div>
  )
}
