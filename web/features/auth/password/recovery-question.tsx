import { useState } from 'react'

import { Button } from '#web/ui/button.tsx'

import { AuthFrame } from '../auth-frame.tsx'

/** A link that does not come from a mail's button may open another person's account: the visitor confirms that it is theirs. */
export function RecoveryQuestion({
  email,
  onEnter,
  onDecline,
}: {
  email: string
  onEnter: () => Promise<void>
  onDecline: () => void
}) {
  const [entering, setEntering] = useState(false)
  return (
    <AuthFrame
      title="¿Es tu cuenta?"
      intro={
        <>
          Este enlace abre la cuenta{' '}
          <strong translate="no" className="wrap-anywhere">
            {email}
          </strong>
          . Entra solo si es tuya: lo que guardes después lo verá quien la use.
        </>
      }
    >
      <div className="grid gap-3">
        <Button
          size="large"
          wide
          pending={entering}
          pendingLabel="Entrando…"
          onClick={() => {
            setEntering(true)
            void onEnter()
          }}
        >
          Sí, es mi cuenta
        </Button>
        <Button variant="secondary" size="large" wide onClick={onDecline}>
          No es mi cuenta
        </Button>
      </div>
    </AuthFrame>
  )
}
