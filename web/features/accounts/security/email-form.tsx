import { type SubmitEvent, useEffect, useRef, useState } from 'react'

import { email as emailSchema } from '#contract/credentials.ts'
import { cleanEmail } from '#contract/pasted-email.ts'
import { type AuthFailure, authFailure, authMessage } from '#web/features/auth/auth-messages.ts'
import { useIdentityProof } from '#web/features/auth/password/identity-proof.ts'
import { IdentityProofFields } from '#web/features/auth/password/identity-proof-fields.tsx'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useUnsavedForm } from '#web/ui/unsaved-form.ts'
import { useFormToast } from '#web/ui/use-form-toast.ts'

import { useUpdateEmail } from '../api/update-email.ts'
import type { Security } from './security.ts'

/** Requests a new address; both the old and the new address must confirm it. */
export function EmailForm({
  email,
  security,
  onRequested,
  onCodeMissing,
  onCancel,
}: {
  email: string
  security: Security
  onRequested: () => void
  onCodeMissing: () => void
  onCancel: () => void
}) {
  const emailField = useRef<HTMLInputElement>(null)
  const toasts = useFormToast()
  const proof = useIdentityProof({ isRecent: security.isRecentSignIn, hasPassword: security.hasPassword })
  const update = useUpdateEmail()
  const [typed, setTyped] = useState('')
  useUnsavedForm(typed !== '')
  const [errors, setErrors] = useState<{ email?: string; form?: string }>({})

  useEffect(() => emailField.current?.focus(), [])

  async function save(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const newEmail = cleanEmail(typed).toLowerCase()
    const problem = problemOf({ newEmail, email })
    setErrors({ email: problem })
    if (problem) emailField.current?.focus()
    if (!proof.check() || problem) return

    toasts.clear()
    try {
      await update.mutateAsync({ email: newEmail, ...proof.attributes() })
    } catch (error) {
      explain(authFailure(error))
      return
    }
    const description = `Ábrelos en ${email} y en ${newEmail} para confirmar el cambio.`
    toasts.show({ kind: 'success', title: 'Enviamos dos correos', description, durationMs: 8000 })
    onRequested()
  }

  function explain(failure: AuthFailure) {
    if (failure.code === 'insufficient_aal') return onCodeMissing()
    if (proof.showError(failure)) return
    const description = authMessage(failure) ?? 'No pudimos cambiar el correo. Inténtalo de nuevo.'
    setErrors(failure.code === 'email_exists' ? { email: description } : { form: description })
    toasts.show({ kind: 'destructive', title: 'Error', description })
  }

  return (
    <form noValidate method="post" onSubmit={(event) => void save(event)} className="grid gap-5">
      <FormError error={errors.form} />
      <TextField
        ref={emailField}
        name="new-email"
        type="email"
        label="Nuevo correo electrónico"
        hint="Enviamos un correo a cada dirección, la de ahora y la nueva. El cambio se hace cuando confirmas en las dos."
        autoComplete="email"
        inputMode="email"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        error={errors.email}
      />
      <IdentityProofFields proof={proof} email={email} />
      <div className="flex flex-col gap-2 sm:flex-row">
        <Button type="submit" pending={update.isPending} pendingLabel="Enviando…">
          Cambiar correo
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          Cancelar
        </Button>
      </div>
    </form>
  )
}

function problemOf({ newEmail, email }: { newEmail: string; email: string }): string | undefined {
  if (newEmail === '') return 'Por favor ingresa tu email'
  const [problem] = emailSchema.safeParse(newEmail).error?.issues ?? []
  return problem?.message ?? (newEmail === email ? 'Ese ya es tu correo.' : undefined)
}
