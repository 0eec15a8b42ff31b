import { useState } from 'react'

import { authMessage } from '#web/features/auth/auth-messages.ts'
import { ResendConfirmation } from '#web/features/auth/registration/resend-confirmation.tsx'
import { client } from '#web/platform/session.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.ts'

/** A change of address that awaits its confirmations. */
export function PendingEmail({
  email,
  newEmail,
  onCancelled,
  onCodeMissing,
}: {
  email: string
  newEmail: string
  onCancelled: () => void | Promise<void>
  onCodeMissing: () => void
}) {
  const [cancelling, setCancelling] = useState(false)

  async function cancel() {
    setCancelling(true)
    // Requesting the account's present address cancels the change.
    const { error } = await (await client()).updateUser({ email })
    if (!error) {
      toast({ kind: 'success', title: 'Cambio cancelado', description: `Sigues con ${email}.` })
      await onCancelled()
    } else if (error.code === 'insufficient_aal') onCodeMissing()
    else {
      const description = authMessage(error) ?? 'No pudimos cancelar el cambio. Inténtalo de nuevo.'
      toast({ kind: 'destructive', title: 'Error', description })
    }
    setCancelling(false)
  }

  return (
    <Banner
      tone="amber"
      title="Falta confirmar el cambio"
      action={
        <div className="flex flex-wrap gap-2">
          <ResendConfirmation email={email} label="Reenviar" type="email_change" sentTo={`${email} y en ${newEmail}`} />
          <Button
            variant="quiet"
            size="small"
            pending={cancelling}
            pendingLabel="Cancelando…"
            onClick={() => void cancel()}
          >
            Cancelar el cambio
          </Button>
        </div>
      }
    >
      <p className="wrap-anywhere">
        Pasará a ser <span className="font-medium">{newEmail}</span> cuando abras el enlace que enviamos a cada una de
        las dos direcciones. Hasta entonces entras con la de siempre.
      </p>
    </Banner>
  )
}
