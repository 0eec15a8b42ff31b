import { type SubmitEvent, useState } from 'react'
import { authFailure, authMessage } from '#web/features/auth/auth-messages.ts'
import { ResendConfirmation } from '#web/features/auth/registration/resend-confirmation.tsx'
import { CodeField } from '#web/features/auth/second-factor/code-field.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.ts'

import { useConfirmNewEmail, useUpdateEmail } from '../api/update-email.ts'

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
        Pasará a ser <span className="font-medium">{newEmail}</span> cuando confirmes en las dos direcciones: con el
        enlace que enviamos a cada una o, la nueva, con el código. Hasta entonces entras con la de siempre.
      </p>
      <NewEmailCode newEmail={newEmail} />
    </Banner>
  )
}

/** For a mail that is read on another device, where its link does not know the account. */
function NewEmailCode({ newEmail }: { newEmail: string }) {
  const confirm = useConfirmNewEmail()
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const [isConfirmed, setConfirmed] = useState(false)

  async function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    setError(undefined)
    if (code.length < 6) return setError('Escribe los seis dígitos del correo.')
    try {
      const outcome = await confirm.mutateAsync({ newEmail, code })
      const description =
        outcome === 'changed'
          ? `Ahora entras con ${newEmail}.`
          : 'Abre también el enlace que enviamos a tu otro correo.'
      toast({ kind: 'success', title: 'Dirección confirmada', description })
      setConfirmed(true)
    } catch (failure) {
      const known = authFailure(failure)
      const isWrong = known.code === 'otp_expired'
      if (isWrong) return setError('Ese código no es correcto o venció. Revisa el último correo o pide otro.')
      setError(authMessage(known) ?? 'No pudimos confirmar el código. Inténtalo de nuevo.')
    }
  }

  if (isConfirmed) return <p className="mt-4">La dirección nueva está confirmada. Falta la de siempre.</p>
  return (
    <form noValidate method="post" onSubmit={(event) => void send(event)} className="mt-4 grid gap-3">
      <CodeField
        name="new-email-code"
        label="Código del correo nuevo"
        hint="Si lo lees en otro teléfono o computadora, escribe aquí su código."
        value={code}
        onChange={setCode}
        error={error}
      />
      <Button
        type="submit"
        variant="secondary"
        size="small"
        className="justify-self-start"
        pending={confirm.isPending}
        pendingLabel="Confirmando…"
      >
        Confirmar con el código
      </Button>
    </form>
  )
}
