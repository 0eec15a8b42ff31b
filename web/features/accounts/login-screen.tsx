import { Link } from '@tanstack/react-router'
import { type SubmitEvent, useState } from 'react'

import { brand } from '#contract/brand.ts'
import { signInWithPassword } from '#web/platform/session.ts'
import { useHydrated } from '#web/platform/use-hydrated.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'

import { AccountFrame } from './account-frame.tsx'
import { accountMessage, loginMessage } from './account-messages.ts'
import { useEnter, useSendOn } from './use-enter.ts'
import { useFormToast } from './use-form-toast.ts'

type Errors = { email?: string; password?: string; form?: string }

export function LoginScreen({ next }: { next: string | undefined }) {
  const hydrated = useHydrated()
  const enter = useEnter(next)
  const takeOver = useSendOn(next)
  const toasts = useFormToast()
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<Errors>({})

  async function signIn(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    const email = String(typed.get('email')).trim()
    const password = String(typed.get('password'))
    const missing: Errors = {
      ...(email === '' && { email: 'Por favor ingresa tu email' }),
      ...(password === '' && { password: 'Por favor ingresa tu contraseña' }),
    }
    setErrors(missing)
    if (missing.email || missing.password) {
      document.getElementById(missing.email ? 'login-email' : 'login-password')?.focus()
      return
    }

    setBusy(true)
    takeOver()
    const { data, error } = await signInWithPassword({ email, password })
    const failure = error ?? (data.session ? undefined : { message: 'Login inválido' })
    if (failure) {
      const reason = loginMessage(failure)
      setErrors({ form: reason })
      setBusy(false)
      toasts.show({
        kind: 'destructive',
        title: 'Error',
        description: accountMessage(failure) ?? 'No fue posible iniciar sesión',
      })
      return
    }
    toasts.show({ kind: 'success', title: 'Éxito', description: 'Has iniciado sesión correctamente' })
    await enter()
  }

  return (
    <AccountFrame title="Iniciar sesión" intro={`Entra en tu cuenta de ${brand.name}.`}>
      {/* noValidate: the messages are ours, in Spanish, beside the field. Until hydrated nothing can be sent by accident. */}
      <form noValidate method="post" onSubmit={(event) => void signIn(event)} className="grid gap-5">
        <FormError error={errors.form} />
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
        <Button
          type="submit"
          size="large"
          wide
          disabled={!hydrated}
          pending={busy}
          pendingLabel="Iniciando sesión…"
          className="disabled:cursor-progress disabled:opacity-100"
        >
          Iniciar sesión
        </Button>
      </form>
      <p className="mt-6 border-t border-line pt-5">
        ¿Todavía no tienes cuenta?{' '}
        <Link to="/register" search={{ next }} className="link inline-block py-2 font-semibold">
          Regístrate como paciente
        </Link>
      </p>
    </AccountFrame>
  )
}
