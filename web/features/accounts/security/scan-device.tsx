import { type SubmitEvent, useEffect, useRef, useState } from 'react'

import { brand } from '#contract/brand.ts'
import { authMessage } from '#web/features/auth/auth-messages.ts'
import { isWholeCode } from '#web/features/auth/second-factor/code-digits.ts'
import { CodeField } from '#web/features/auth/second-factor/code-field.tsx'
import { proveFactor } from '#web/features/auth/second-factor/second-factor.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.ts'

import type { Enrolment } from './enrolment.ts'
import { QrCode } from './qr-code.tsx'
import { SecretByHand } from './secret-by-hand.tsx'
import { useFactorAdded } from './use-factor-added.ts'

export function ScanDevice({
  enrolment,
  isFirst,
  onVerified,
  onLost,
  onSignInNeeded,
}: {
  enrolment: Enrolment
  /** Other sessions end, because they have not proven a code. */
  isFirst: boolean
  onVerified: () => void
  /** The server has deleted this enrolment: the user names the device again. */
  onLost: () => void
  onSignInNeeded: () => void
}) {
  const field = useRef<HTMLInputElement>(null)
  const heading = useRef<HTMLParagraphElement>(null)
  const added = useFactorAdded()
  const [code, setCode] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()

  // The focus disappeared with the previous step.
  useEffect(() => heading.current?.focus(), [])

  async function verify(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!isWholeCode(code)) {
      setError('Escribe los seis dígitos.')
      field.current?.focus()
      return
    }
    setBusy(true)
    setError(undefined)
    const failure = await proveFactor({ factorId: enrolment.factorId, code })
    if (!failure) {
      await added()
      toast({
        kind: 'success',
        title: isFirst ? 'Activaste el segundo factor' : `Agregaste ${enrolment.name}`,
        ...(isFirst && { description: 'Cerramos las demás sesiones de tu cuenta.' }),
        durationMs: 8000,
      })
      onVerified()
      return
    }
    setBusy(false)
    if (failure.code === 'reauthentication_needed') {
      onSignInNeeded()
      return
    }
    if (failure.code === 'mfa_factor_not_found') {
      toast({
        kind: 'destructive',
        title: 'Error',
        description: 'Pasó demasiado tiempo. Empieza de nuevo con otro código QR.',
      })
      onLost()
      return
    }
    setCode('')
    setError(authMessage(failure) ?? 'No pudimos comprobar el código. Inténtalo de nuevo.')
    field.current?.focus()
  }

  return (
    <form noValidate method="post" onSubmit={(event) => void verify(event)} className="grid gap-5">
      <p ref={heading} tabIndex={-1}>
        1. Abre la app y escanea este código.
      </p>
      <div className="grid justify-items-center gap-2">
        <QrCode svg={enrolment.qr} label={`Código QR para agregar ${brand.name} a tu app`} />
      </div>
      <SecretByHand enrolment={enrolment} />
      <div className="grid gap-3">
        <p>2. Escribe los seis dígitos que muestra la app.</p>
        <CodeField
          ref={field}
          name="code"
          label="Código"
          hint="Si no lo acepta, revisa que la hora de tu teléfono sea automática."
          value={code}
          onChange={setCode}
          error={error}
        />
      </div>
      {isFirst && (
        <p className="text-ink-soft">
          Al activarlo se cierran las demás sesiones de tu cuenta. Para volver a entrar hará falta el código.
        </p>
      )}
      <Button type="submit" className="sm:justify-self-start" pending={busy} pendingLabel="Comprobando…">
        {isFirst ? 'Activar' : 'Agregar'}
      </Button>
    </form>
  )
}
