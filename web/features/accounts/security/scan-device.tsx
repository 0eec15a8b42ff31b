import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type RefObject, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { brand } from '#contract/brand.ts'
import { type AuthFailure, authFailure, authMessage } from '#web/features/auth/auth-messages.ts'
import { isWholeCode } from '#web/features/auth/second-factor/code-digits.ts'
import { CodeField } from '#web/features/auth/second-factor/code-field.tsx'
import { proveFactor } from '#web/features/auth/second-factor/second-factor.ts'
import { useApi } from '#web/platform/api.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { CopyableValue } from '#web/ui/copyable-value.tsx'
import { toast } from '#web/ui/toast.ts'
import ExternalLink from '~icons/lucide/external-link'
import { useRefreshAuthUser } from '../api/refresh-auth-user.ts'
import { type Enrolment, groupSecret } from './enrolment.ts'

type ScanDeviceProps = {
  enrolment: Enrolment
  /** Whether it is the account's first device. Its activation ends the other sessions, which have not proven a code. */
  isFirst: boolean
  onVerified: () => void
  /** Called when the server has deleted this enrolment, so that the user must name the device again. */
  onLost: () => void
  onSignInNeeded: () => void
}

export function ScanDevice(props: ScanDeviceProps) {
  const { enrolment, isFirst } = props
  const field = useRef<HTMLInputElement>(null)
  const heading = useRef<HTMLParagraphElement>(null)
  const { code, setCode, busy, error, verify } = useVerification(props, field)

  // The focus disappeared with the previous step.
  useEffect(() => heading.current?.focus(), [])

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

function useVerification(
  { enrolment, isFirst, onVerified, onLost, onSignInNeeded }: ScanDeviceProps,
  field: RefObject<HTMLInputElement | null>,
) {
  const verification = useVerifyFactor()
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()

  async function verify(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!isWholeCode(code)) {
      setError('Escribe los seis dígitos.')
      field.current?.focus()
      return
    }
    setError(undefined)
    try {
      await verification.mutateAsync({ factorId: enrolment.factorId, code })
    } catch (thrown) {
      explain(authFailure(thrown))
      return
    }
    toast({
      kind: 'success',
      title: isFirst ? 'Activaste el segundo factor' : `Agregaste ${enrolment.name}`,
      ...(isFirst && { description: 'Cerramos las demás sesiones de tu cuenta.' }),
      durationMs: 8000,
    })
    onVerified()
  }

  function explain(failure: AuthFailure) {
    if (failure.code === 'reauthentication_needed') return onSignInNeeded()
    if (failure.code === 'mfa_factor_not_found') {
      toast({
        kind: 'destructive',
        title: 'Error',
        description: 'Pasó demasiado tiempo. Empieza de nuevo con otro código QR.',
      })
      return onLost()
    }
    setCode('')
    setError(authMessage(failure) ?? 'No pudimos comprobar el código. Inténtalo de nuevo.')
    field.current?.focus()
  }

  return { code, setCode, busy: verification.isPending, error, verify }
}

/** An SVG from the server, shown as an image: no script in it can run, and the content security policy allows the blob. */
function QrCode({ svg, label }: { svg: string; label: string }) {
  const [source, setSource] = useState<string>()

  useEffect(() => {
    const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }))
    setSource(address)
    return () => URL.revokeObjectURL(address)
  }, [svg])

  return (
    <img src={source} alt={label} width={208} height={208} className="size-52 rounded-control border border-line" />
  )
}

/** The secret as text, for a user who has the app on this phone, or no camera. */
function SecretByHand({ enrolment }: { enrolment: Enrolment }) {
  return (
    // A phone cannot scan its own screen, so it shows the secret first.
    <details open={matchMedia('(pointer: coarse)').matches} className="rounded-card bg-sand px-4">
      <summary className="link flex min-h-11 cursor-pointer items-center">¿No puedes escanear?</summary>
      <div className="grid justify-items-start gap-3 pb-4">
        <p className="text-ink-soft">Ábrelo en la app de este teléfono, o copia la clave y pégala en la app.</p>
        <a href={enrolment.uri} className={buttonClass({ variant: 'secondary', size: 'small' })}>
          <ExternalLink aria-hidden="true" className="size-4" />
          Abrir en la app
        </a>
        <CopyableValue
          label="Clave"
          value={enrolment.secret}
          shown={groupSecret(enrolment.secret)}
          copyLabel="Copiar clave"
          copied="Clave copiada"
          denied={{
            title: 'No pudimos copiarla',
            description: 'Quedó seleccionada: cópiala con tu teclado o el menú.',
          }}
        />
      </div>
    </details>
  )
}

/** Activates a new device by its first code. The first device of an account ends the other sessions. */
function useVerifyFactor() {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  const refresh = useRefreshAuthUser()
  return useMutation({
    mutationFn: async (input: { factorId: string; code: string }) => {
      const error = await proveFactor(input)
      if (error) throw error
    },
    onSuccess: () => Promise.all([refresh(), queryClient.invalidateQueries({ queryKey: queries.sessions.key() })]),
  })
}
