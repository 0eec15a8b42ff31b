import type { AuthError } from '@supabase/auth-js'
import { Link } from '@tanstack/react-router'
import { type ReactNode, type SubmitEvent, useState } from 'react'

import { brand } from '#contract/brand.ts'
import { cleanEmail } from '#contract/pasted-email.ts'
import { AuthSubmit } from '#web/features/auth/auth-submit.tsx'
import { signOut, useSession } from '#web/platform/session.ts'
import { lastSessionEnd } from '#web/platform/session-end.ts'
import { signInWithPassword } from '#web/platform/sign-in.ts'
import { Banner } from '#web/ui/banner.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { FormError } from '#web/ui/form-error.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useFormToast } from '#web/ui/use-form-toast.ts'
import { AuthFrame } from '../auth-frame.tsx'
import { authMessage, invalidLogin, missingCredentials } from '../auth-messages.ts'
import { blockedSentence } from '../blocked-message.ts'
import { useCaptcha } from '../captcha/use-captcha.tsx'
import { useCurrentHold } from '../current-hold.ts'
import { useEarlySubmit } from '../early-submit.ts'
import { EntryChoice } from '../entry-choice.tsx'
import { entryReason } from '../entry-reason.ts'
import { NeedsScripts } from '../needs-scripts.tsx'
import { ResendConfirmation } from '../registration/resend-confirmation.tsx'
import { hasVerifiedFactor } from '../second-factor/second-factor.ts'
import { SecondFactorStep } from '../second-factor/second-factor-step.tsx'
import { SocialButtons } from '../social/social-buttons.tsx'
import { setSocialError, useSocialError } from '../social/social-error.ts'
import { useRedirectAfterSignIn, useRedirectIfSignedIn } from './use-redirect.ts'

const providers = ['google', 'facebook', 'apple'] as const
const unexplained = 'No fue posible iniciar sesión'

type Errors = {
  email?: string
  password?: string
  form?: string
  /** The address that has to be confirmed first. */
  unconfirmed?: string
}

type LoginProps = {
  next: string | undefined
  /** Explains the page to which `next` leads, before the form. */
  about?: ReactNode
}

export function LoginScreen({ next, about }: LoginProps) {
  const session = useSession()
  const login = useLogin(next)
  const hold = useCurrentHold()

  // After a sign-out in another tab or by the server, the form is shown again.
  if (login.needsCode && session.status === 'signedIn') {
    return <SecondFactorStep onProven={login.welcome} onLeave={() => void login.changeAccount()} />
  }
  return (
    <AuthFrame
      about={about}
      title="Iniciar sesión"
      intro={
        next?.startsWith('/center/dashboard')
          ? 'Entra con la cuenta de tu centro.'
          : `Entra ${entryReason({ next, hold }) ?? `en tu cuenta de ${brand.name}`}.`
      }
    >
      <div className="mb-6">
        <EntryChoice next={next} />
      </div>
      {session.status !== 'loading' && <EndedSession />}
      <LoginForm login={login} />
      <div className="mt-6">
        <SocialButtons providers={providers} next={next ?? '/center/dashboard'} />
      </div>
      <OtherSignInLinks next={next} />
    </AuthFrame>
  )
}

/** Why the page that the visitor was on gave way to this one. Only the browser knows, so the server's HTML doesn't have it. */
function EndedSession() {
  const [end] = useState(lastSessionEnd)
  if (!end) return null
  return (
    <div className="mb-5">
      <Banner tone="amber" role="status" title={end.blocked ? 'Tu sesión se cerró' : 'Tu sesión terminó'}>
        {end.blocked
          ? blockedSentence(end.blocked)
          : 'Venció, cambió tu contraseña, se cerró desde otro lugar o se eliminó la cuenta. Vuelve a entrar para seguir.'}
      </Banner>
    </div>
  )
}

/** Signs in with the password, and asks for the second factor's code where the account has one. */
function useLogin(next: string | undefined) {
  const [needsCode, setNeedsCode] = useState(false)
  const requireCode = () => setNeedsCode(true)
  const redirectSignedIn = useRedirectAfterSignIn(next, requireCode)
  const stopRedirect = useRedirectIfSignedIn(next, requireCode)
  const toasts = useFormToast()
  const captcha = useCaptcha()
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<Errors>({})

  async function signIn(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    const email = cleanEmail(String(typed.get('email')))
    const password = String(typed.get('password'))
    const missing: Errors = missingCredentials({ email, password })
    setErrors(missing)
    setSocialError(undefined)
    if (missing.email || missing.password) {
      document.getElementById(missing.email ? 'login-email' : 'login-password')?.focus()
      return
    }

    setBusy(true)
    setNeedsCode(false)
    stopRedirect()
    const { data, error } = await signInWithPassword({ email, password, captchaToken: captcha.token() })
    if (error || !data.session) {
      captcha.renew()
      showFailure(error, email)
      return
    }
    if (hasVerifiedFactor(data.user)) {
      setBusy(false)
      requireCode()
    } else await welcome()
  }

  function showFailure(error: AuthError | null, email: string) {
    const isUnconfirmed = error?.code === 'email_not_confirmed'
    setErrors({
      form: authMessage(error ?? { message: invalidLogin }, 'sign-in'),
      ...(isUnconfirmed && { unconfirmed: email }),
    })
    setBusy(false)
    toasts.show({
      kind: 'destructive',
      title: 'Error',
      // The form already says how to confirm the address.
      description: isUnconfirmed ? unexplained : error ? (authMessage(error) ?? unexplained) : invalidLogin,
    })
  }

  async function welcome() {
    toasts.show({ kind: 'success', title: 'Éxito', description: 'Has iniciado sesión correctamente' })
    if (!(await redirectSignedIn())) setBusy(false)
  }

  async function changeAccount() {
    await signOut('local')
    setNeedsCode(false)
  }

  return { signIn, welcome, changeAccount, needsCode, captcha, busy, errors }
}

function LoginForm({ login }: { login: ReturnType<typeof useLogin> }) {
  const { captcha, busy, errors } = login
  const refusal = useSocialError()
  const early = useEarlySubmit({ isReady: captcha.isReady })
  return (
    // noValidate: the form shows its own Spanish messages beside the fields.
    <form {...early} noValidate method="post" onSubmit={(event) => void login.signIn(event)} className="grid gap-5">
      <NeedsScripts />
      <FormError error={errors.form ?? refusal} />
      {errors.unconfirmed && <ResendConfirmation email={errors.unconfirmed} label="Reenviar correo" />}
      <TextField
        id="login-email"
        name="email"
        type="email"
        label="Correo electrónico"
        autoComplete="username"
        inputMode="email"
        error={errors.email}
      />
      <div className="grid gap-1">
        <PasswordField
          id="login-password"
          name="password"
          label="Contraseña"
          autoComplete="current-password"
          error={errors.password}
        />
        <Link
          to="/forgot-password"
          className="link inline-flex min-h-11 items-center justify-self-start pointer-fine:min-h-8"
        >
          ¿Olvidaste tu contraseña?
        </Link>
      </div>
      {captcha.field}
      <AuthSubmit isReady={captcha.isReady} pending={busy} pendingLabel="Iniciando sesión…">
        Iniciar sesión
      </AuthSubmit>
    </form>
  )
}

function OtherSignInLinks({ next }: { next: string | undefined }) {
  return (
    <div className="mt-6 grid gap-4 border-t border-line pt-5">
      <div>
        <p>¿Todavía no tienes cuenta?</p>
        <ul>
          <li>
            <Link to="/register" search={{ next }} className="link inline-block py-2 font-semibold">
              Regístrate como paciente
            </Link>
          </li>
          <li>
            <Link to="/register-center" className="link inline-block py-2 font-semibold">
              Regístrate como profesional
            </Link>
          </li>
        </ul>
      </div>
      <Link to="/center/dashboard" className={buttonClass({ variant: 'secondary', wide: true })}>
        Acceso para centros
      </Link>
    </div>
  )
}
