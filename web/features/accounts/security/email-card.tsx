import { useCallback, useRef, useState } from 'react'

import type { Me } from '#contract/accounts.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { focusAfterRender } from '#web/ui/focus-after-render.ts'

import { useCodeDemand } from './code-demand.tsx'
import { EmailForm } from './email-form.tsx'
import { PendingEmail } from './pending-email.tsx'
import type { Security } from './security.ts'

export function EmailCard({ me, security }: { me: Me; security: Security }) {
  const opener = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const demand = useCodeDemand()

  const close = useCallback(() => {
    setOpen(false)
    // The button is back once the form has closed.
    focusAfterRender(opener, {})
  }, [])

  return (
    <Card as="section" aria-labelledby="own-email" padding="large" className="grid gap-4">
      <h3 id="own-email">Correo electrónico</h3>
      <p>
        Entras con <span className="font-medium wrap-anywhere">{me.email}</span>.
      </p>
      {security.newEmail !== null && (
        <PendingEmail
          email={me.email}
          newEmail={security.newEmail}
          onCancelled={close}
          onCodeMissing={() => demand.ask()}
        />
      )}
      {isOpen ? (
        <EmailForm
          email={me.email}
          security={security}
          onRequested={close}
          onCodeMissing={() => demand.ask()}
          onCancel={close}
        />
      ) : (
        <Button ref={opener} variant="secondary" className="justify-self-start" onClick={() => setOpen(true)}>
          {security.newEmail === null ? 'Cambiar correo' : 'Cambiar a otro correo'}
        </Button>
      )}
      {demand.dialog}
    </Card>
  )
}
