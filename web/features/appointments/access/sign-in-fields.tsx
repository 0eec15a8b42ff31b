import { Link, useRouter } from '@tanstack/react-router'
import { type RefObject, type SubmitEvent, useEffect, useRef, useState } from 'react'

import { cleanEmail } from '#contract/pasted-email.ts'
import { authMessage, missingCredentials } from '#web/features/auth/auth-messages.ts'
import { useCaptcha } from '#web/features/auth/captcha/use-captcha.tsx'
import { ResendConfirmation } from '#web/features/auth/registration/resend-confirmation.tsx'
import { hasVerifiedFactor } from '#web/features/auth/second-factor/second-factor.ts'
import { pathWithNext } from '#web/features/auth/sign-in/path-with-next.ts'
import { signInWithPassword } from '#web/platform/sign-in.ts'
import { Anchor } from '#web/ui/anchor.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'

import { accessFormId } from './access.ts'
import { accessDraft } from './access-draft.ts'

export type SignInFieldsProps = {
  returnHref: string
  /** Whether the response to a registration revealed that this address has an account. */
  isTaken: boolean
  onBusy: (busy: boolean) => void
  onSignedIn: () => void
}

type Errors = { email?: string; password?: string; form?: string; unconfirmed?: string }

export function SignInFields({ returnHref, isTaken, onBusy, onSignedIn }: SignInFieldsProps) {
  const router = useRouter()
  const captcha = useCaptcha()
  const [email, setEmail] = useState(() => accessDraft.read().email ?? '')
  const [errors, setErrors] = useState<Errors>({})
  const emailField = useRef<HTMLInputElement>(null)
  const passwordField = useRef<HTMLInputElement>(null)

  function typeEmail(typed: string) {
    setEmail(typed)
    accessDraft.write({ ...accessDraft.read(), email: typed })
  }

  async function signIn(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const address = cleanEmail(email)
    const password = passwordField.current?.value ?? ''
    const missing: Errors = {
      ...missingCredentials({ email: address, password }),
      ...(!captcha.isReady && { form: 'Falta comprobar que eres una persona.' }),
    }
    setErrors(missing)
    if (missing.email) return emailField.current?.focus()
    if (missing.password) return passwordField.current?.focus()
    if (missing.form) return
    onBusy(true)
    const { data, error } = await signInWithPassword({ email: address, password, captchaToken: captcha.token() })
    onBusy(false)
    if (error || !data.session) {
      captcha.renew()
      const form = authMessage(error ?? { message: '' }, 'sign-in')
      setErrors({ form, ...(error?.code === 'email_not_confirmed' && { unconfirmed: address }) })
      passwordField.current?.focus()
      return
    }
    // The second factor's code has its own screen, which returns to this step: the draft keeps for whom the appointment is.
    if (hasVerifiedFactor(data.user)) {
      router.history.push(pathWithNext('/login', returnHref))
      return
    }
    accessDraft.delete()
    onSignedIn()
  }

  return (
    <form
      id={accessFormId}
      noValidate
      method="post"
      onSubmit={(event) => void signIn(event)}
      className="grid scroll-mt-16 gap-4"
    >
      {isTaken && <TakenBanner passwordField={passwordField} />}
      <FormError error={errors.form} />
      {errors.unconfirmed && <ResendConfirmation email={errors.unconfirmed} label="Reenviar correo" />}
      <TextField
        ref={emailField}
        name="email"
        type="email"
        label="Correo electrónico"
        autoComplete="username"
        inputMode="email"
        defaultValue={email}
        onChange={({ currentTarget }) => typeEmail(currentTarget.value)}
        error={errors.email}
      />
      <PasswordField
        ref={passwordField}
        name="password"
        label="Contraseña"
        autoComplete="current-password"
        error={errors.password}
      />
      {captcha.field}
      <OtherWays returnHref={returnHref} />
    </form>
  )
}

/** The address is filled in, so the password's field receives the focus. */
function TakenBanner({ passwordField }: { passwordField: RefObject<HTMLInputElement | null> }) {
  useEffect(() => passwordField.current?.focus(), [passwordField])
  return (
    <Banner tone="blue" role="status">
      Ya existe una cuenta con ese correo. Escribe su contraseña para seguir.
    </Banner>
  )
}

function OtherWays({ returnHref }: { returnHref: string }) {
  return (
    <div className="flex flex-wrap gap-x-5">
      <Link to="/forgot-password" className="link inline-flex min-h-11 items-center pointer-fine:min-h-8">
        ¿Olvidaste tu contraseña?
      </Link>
      <Anchor
        href={pathWithNext('/login', returnHref)}
        className="link inline-flex min-h-11 items-center pointer-fine:min-h-8"
      >
        Otras formas de entrar
      </Anchor>
    </div>
  )
}
