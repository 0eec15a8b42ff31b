import { authFailure, authMessage } from '#web/features/auth/auth-messages.ts'
import { ResendConfirmation } from '#web/features/auth/registration/resend-confirmation.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.ts'

import { useUpdateEmail } from '../api/update-email.ts'

export function PendingEmail({
  email,
  newEmail,
  onCancelled,
  onCodeMissing,
}: {
  email: string
  newEmail: string
  onCancelled: () => void
  onCodeMissing: () => void
}) {
  const update = useUpdateEmail()

  async function cancel() {
    try {
      // Requesting the account's current address cancels the change.
      await update.mutateAsync({ email })
    } catch (error) {
      const failure = authFailure(error)
      if (failure.code === 'insufficient_aal') return onCodeMissing()
      const description = authMessage(failure) ?? 'No pudimos cancelar el cambio. Inténtalo de nuevo.'
      toast({ kind: 'destructive', title: 'Error', description })
      return
    }
    toast({ kind: 'success', title: 'Cambio cancelado', description: `Sigues con ${email}.` })
    onCancelled()
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
            pending={update.isPending}
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
