import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, type SubmitEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'

import { signOut, useSession } from '#web/platform/session.ts'
import { signInWithPassword } from '#web/platform/sign-in.ts'
import { Anchor } from '#web/ui/anchor.tsx'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'

import { AuthFrame } from '../auth-frame.tsx'
import { authMessage, invalidLogin, missingCredentials } from '../auth-messages.ts'
import { useCaptcha } from '../captcha/use-captcha.tsx'
import { hasVerifiedFactor } from '../second-factor/second-factor.ts'
import { SecondFactorStep } from '../second-factor/second-factor-step.tsx'

const title = 'Tu sesión terminó'
const leaveLabel = 'Descartar y salir'
const leave = () => void signOut('local')

/**
 * Covers a page with unsaved text whose session has ended, until the same user signs in here or in another tab. The page
 * behind it stays as it is.
 */
export function SessionEnded() {
  const session = useSession()
  const [needsCode, setNeedsCode] = useState(false)
  useRefetchAfterSignIn()
  return (
    <Cover>
      {needsCode ? (
        <SecondFactorStep onProven={confirmSignIn} onLeave={leave} leaveLabel={leaveLabel} />
      ) : (
        <SignInAgain email={session.user?.email ?? ''} onCodeMissing={() => setNeedsCode(true)} />
      )}
    </Cover>
  )
}

/** Whatever the page requested in the meantime was refused. */
function useRefetchAfterSignIn(): void {
  const queryClient = useQueryClient()
  useEffect(() => () => void queryClient.invalidateQueries(), [queryClient])
}

/** The browser's own modal dialog, which also disables the page's open dialog and returns the focus to it. */
function Cover({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const dialog = ref.current
    dialog?.showModal()
    // The dialog behind it would receive Escape, too.
    const ignoreEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      event.stopPropagation()
    }
    dialog?.addEventListener('keydown', ignoreEscape)
    return () => {
      dialog?.removeEventListener('keydown', ignoreEscape)
      dialog?.close()
    }
  }, [])
  return createPortal(
    <dialog
      ref={ref}
      aria-label={title}
      onCancel={(event) => event.preventDefault()}
      className="m-0 size-full max-h-none max-w-none overflow-y-auto bg-ground text-ink"
    >
      {children}
    </dialog>,
    document.body,
  )
}

function SignInAgain({ email, onCodeMissing }: { email: string; onCodeMissing: () => void }) {
  const passwordField = useRef<HTMLInputElement>(null)
  const captcha = useCaptcha()
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<{ password?: string | undefined; form?: string }>({})

  useEffect(() => passwordField.current?.focus(), [])

  async function signIn(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const password = String(new FormData(event.currentTarget).get('password'))
    const missing = missingCredentials({ email, password })
    setErrors({ password: missing.password })
    if (missing.password) {
      passwordField.current?.focus()
      return
    }
    setBusy(true)
    const { data, error } = await signInWithPassword({ email, password, captchaToken: captcha.token() })
    setBusy(false)
    if (error || !data.session) {
      captcha.renew()
      setErrors({ form: authMessage(error ?? { message: invalidLogin }, 'sign-in') })
    } else if (hasVerifiedFactor(data.user)) onCodeMissing()
    else confirmSignIn()
  }

  return (
    <AuthFrame
      title={title}
      intro="Lo que escribiste sigue aquí. Vuelve a iniciar sesión con la misma cuenta y podrás guardarlo."
    >
      <form noValidate method="post" onSubmit={(event) => void signIn(event)} className="grid gap-5">
        <FormError error={errors.form} />
        <TextField
          name="email"
          type="email"
          label="Correo electrónico"
          value={email}
          readOnly
          autoComplete="username"
        />
        <PasswordField
          ref={passwordField}
          name="password"
          label="Contraseña"
          autoComplete="current-password"
          error={errors.password}
        />
        {captcha.field}
        <Button
          type="submit"
          size="large"
          wide
          disabled={!captcha.isReady}
          pending={busy}
          pendingLabel="Iniciando sesión…"
        >
          Iniciar sesión
        </Button>
      </form>
      <div className="mt-6 grid justify-items-start gap-2 border-t border-line pt-5">
        <p>
          ¿Entras de otra forma?{' '}
          <Anchor href="/login" target="_blank" className="link">
            Inicia sesión en otra pestaña
          </Anchor>{' '}
          y vuelve a esta.
        </p>
        <Button variant="quiet" className="-ml-4.5" onClick={leave}>
          {leaveLabel}
        </Button>
      </div>
    </AuthFrame>
  )
}

function confirmSignIn(): void {
  toast({ kind: 'success', title: 'Éxito', description: 'Has iniciado sesión correctamente' })
}
