import type { ReactNode } from 'react'
import type { FieldErrors, FieldValues, UseFormReturn } from 'react-hook-form'
import { AuthSubmit } from '#web/features/auth/auth-submit.tsx'
import { formFault } from '#web/platform/form-fault.ts'
import { FormError } from '#web/ui/form-error.tsx'
import { useCaptcha } from '../captcha/use-captcha.tsx'
import { useEarlySubmit } from '../early-submit.ts'
import { NeedsScripts } from '../needs-scripts.tsx'
import { toastTitle } from './registration.ts'
import { SignUpError } from './sign-up-error.tsx'
import type { NewAccount, useSignUp } from './use-sign-up.ts'

/** The common part of the two forms of /auth: validation, submission and errors. */
export function ShortForm<Typed extends FieldValues, Checked>({
  form,
  signUp,
  accountOf,
  onSubmitting,
  children,
}: {
  form: UseFormReturn<Typed, unknown, Checked>
  signUp: ReturnType<typeof useSignUp>
  accountOf: (checked: Checked) => NewAccount
  /** Called before the account is created: the screen must not redirect this visitor when the session starts. */
  onSubmitting: () => void
  children: ReactNode
}) {
  const captcha = useCaptcha()
  const early = useEarlySubmit({ isReady: captcha.isReady })
  const { create, phase, failure, toasts } = signUp

  async function createAccount(checked: Checked) {
    toasts.clear()
    onSubmitting()
    const created = await create({ ...accountOf(checked), captchaToken: captcha.token() })
    if (!created) captcha.renew()
  }

  function showErrors(errors: FieldErrors<Typed>) {
    // The specification names the terms before every other missing value, and a missing value before one that is too short.
    const listed: ({ type?: unknown; message?: unknown } | undefined)[] = Object.values(errors)
    const first = errors.acceptTerms ?? listed.find((error) => error?.type === 'missing') ?? listed[0]
    if (typeof first?.message !== 'string') return
    toasts.show({ kind: 'destructive', title: toastTitle({ type: String(first.type) }), description: first.message })
  }

  return (
    <form
      {...early}
      noValidate
      method="post"
      onSubmit={(event) => void form.handleSubmit(createAccount, showErrors)(event)}
      className="grid gap-5"
    >
      <NeedsScripts />
      <SignUpError failure={failure} />
      <FormError error={formFault(form.formState.errors)} />
      {children}
      {captcha.field}
      <AuthSubmit
        isReady={captcha.isReady}
        pending={phase !== 'idle'}
        pendingLabel={phase === 'done' ? 'Cuenta creada' : 'Creando tu cuenta…'}
      >
        Crear cuenta
      </AuthSubmit>
    </form>
  )
}
