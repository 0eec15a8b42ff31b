import { useQuery } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import type { Me } from '#contract/accounts.ts'
import { useApi } from '#web/platform/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { focusAfterRender } from '#web/ui/focus-after-render.ts'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useCodeDemand } from './code-demand.tsx'
import { EmailForm } from './email-form.tsx'
import { PendingEmail } from './pending-email.tsx'
import type { Security } from './security.ts'

/** The address of the account, for a page that shows nothing else of its security. */
export function OwnEmail({ me }: { me: Me }) {
  const { queries } = useApi()
  const security = useQuery({
    ...queries.accounts.security.queryOptions(),
    // A recent sign-in stops being recent without a request.
    staleTime: 0,
  })
  if (security.data) return <EmailCard me={me} security={security.data} />
  return (
    <Pending query={security} loading="Cargando tu correo" failed="No se pudo cargar tu correo">
      <Skeleton className="h-44" />
    </Pending>
  )
}

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
