import { useCallback, useRef, useState } from 'react'

import type { Me } from '#contract/accounts.ts'
import { NewPasswordForm } from '#web/features/auth/password/new-password-form.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { focusAfterRender } from '#web/ui/focus-after-render.ts'

import { useFeedsEnd } from '../use-feeds-end.ts'
import { useCodeDemand } from './code-demand.tsx'
import type { Security } from './security.ts'

export function PasswordCard({ me, security }: { me: Me; security: Security }) {
  const opener = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const feedsEnd = useFeedsEnd()
  const demand = useCodeDemand()
  const { hasPassword } = security

  const close = useCallback(() => {
    setOpen(false)
    // The button is back once the form has closed.
    focusAfterRender(opener, {})
  }, [])

  return (
    <Card as="section" aria-labelledby="own-password" padding="large" className="grid gap-4">
      <h3 id="own-password">Contraseña</h3>
      <p className="text-ink-soft">
        {hasPassword
          ? 'Al cambiarla se cierran las demás sesiones de tu cuenta, y te avisamos por correo.'
          : 'Tu cuenta todavía no tiene una. Con ella entras también sin la cuenta que conectaste. Al crearla se cierran las demás sesiones.'}
      </p>
      {feedsEnd && <p className="text-ink-soft">{feedsEnd}</p>}
      {isOpen ? (
        <NewPasswordForm
          userType={me.userType}
          email={me.email}
          hasPassword={hasPassword}
          isRecent={security.isRecentSignIn}
          onSaved={close}
          onCodeMissing={() => demand.ask()}
          onCancel={close}
        />
      ) : (
        <Button ref={opener} variant="secondary" className="justify-self-start" onClick={() => setOpen(true)}>
          {hasPassword ? 'Cambiar contraseña' : 'Crear contraseña'}
        </Button>
      )}
      {demand.dialog}
    </Card>
  )
}
