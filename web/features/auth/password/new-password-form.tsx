import type { UserAttributes } from '@supabase/auth-js'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import type { Me } from '#contract/accounts.ts'
import { useApi } from '#web/platform/api.ts'
import { client } from '#web/platform/session.ts'
import { useFieldText } from '#web/platform/use-field-text.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { useFormToast } from '#web/ui/use-form-toast.ts'
import { type AuthFailure, authFailure, authMessage } from '../auth-messages.ts'
import { useIdentityProof } from './identity-proof.ts'
import { IdentityProofFields } from './identity-proof-fields.tsx'
import { type PasswordProblems, passwordHint, passwordProblems, symbolNote } from './password-rules.ts'

export type NewPasswordFormProps = {
  /** Decides the password rule: a centre's password must be stronger. */
  userType: Me['userType']
  email: string
  hasPassword: boolean
  /** Whether the sign-in is recent, so that only the new password is required. */
  isRecent: boolean
  onSaved: () => void | Promise<void>
  /** Called when the service requires the second factor's code first. */
  onCodeMissing: () => void
  onCancel?: () => void
}

export function NewPasswordForm(props: NewPasswordFormProps) {
  const { userType, email, hasPassword, isRecent, onSaved, onCodeMissing, onCancel } = props
  const firstField = useRef<HTMLInputElement>(null)
  const toasts = useFormToast()
  const proof = useIdentityProof({ isRecent, hasPassword })
  const update = useUpdatePassword()
  const secondField = useRef<HTMLInputElement>(null)
  const { text: password, read: readPassword } = useFieldText(firstField)
  const { text: repeated, read: readRepeated } = useFieldText(secondField)
  const [errors, setErrors] = useState<PasswordProblems & { form?: string }>({})

  // A form that opens inside a card takes the focus; a form with its own page does not.
  useEffect(() => {
    if (onCancel) firstField.current?.form?.querySelector<HTMLInputElement>('input:not([hidden])')?.focus()
  }, [onCancel])

  async function save(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const problems = passwordProblems({ userType, password, repeated })
    setErrors(problems)
    const problem = problems.repeated ?? problems.password
    if (problem) toasts.show({ kind: 'destructive', title: 'Error', description: problem })
    if (!proof.check() || problem) return

    toasts.clear()
    try {
      await update.mutateAsync({ password, ...proof.attributes() })
    } catch (error) {
      showFailure(authFailure(error))
      return
    }
    toasts.show({ kind: 'success', title: 'Éxito', description: 'Tu contraseña ha sido actualizada correctamente.' })
    await onSaved()
  }

  function showFailure(failure: AuthFailure) {
    if (failure.code === 'insufficient_aal') return onCodeMissing()
    if (proof.showError(failure)) return
    const description = authMessage(failure) ?? 'Error al actualizar la contraseña.'
    setErrors({ form: description })
    toasts.show({ kind: 'destructive', title: 'Error', description })
  }

  return (
    <form noValidate method="post" onSubmit={(event) => void save(event)} className="grid gap-5">
      <FormError error={errors.form} />
      {/* Tells a password manager which account the password belongs to. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <IdentityProofFields proof={proof} email={email} />
      <PasswordField
        ref={firstField}
        name="password"
        label="Nueva contraseña"
        hint={(userType === 'center' && symbolNote(password)) || passwordHint(userType)}
        autoComplete="new-password"
        onChange={readPassword}
        error={errors.password}
      />
      <PasswordField
        ref={secondField}
        name="repeated"
        label="Repite la contraseña"
        autoComplete="new-password"
        onChange={readRepeated}
        error={errors.repeated}
      />
      <PasswordButtons isIncomplete={password === '' || repeated === ''} busy={update.isPending} onCancel={onCancel} />
    </form>
  )
}

function PasswordButtons({
  isIncomplete,
  busy,
  onCancel,
}: {
  isIncomplete: boolean
  busy: boolean
  onCancel: (() => void) | undefined
}) {
  return (
    <div className="flex flex-col gap-2 sm:flex-row">
      <Button
        type="submit"
        size={onCancel ? 'medium' : 'large'}
        wide={!onCancel}
        disabled={isIncomplete}
        pending={busy}
        pendingLabel="Guardando…"
      >
        Guardar contraseña
      </Button>
      {onCancel && (
        <Button variant="quiet" onClick={onCancel}>
          Cancelar
        </Button>
      )}
    </div>
  )
}

/** Sets the password, with the proof of identity. The server ends the other sessions. */
function useUpdatePassword() {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  /** The password of a request without a response, which the server may have stored. */
  const unanswered = useRef<string>(undefined)
  return useMutation({
    mutationFn: async (attributes: UserAttributes) => {
      const { password } = attributes
      const mayBeStored = password !== undefined && password === unanswered.current
      const error = await send(attributes)
      if (error?.name === 'AuthRetryableFetchError') unanswered.current = password
      if (error && !(mayBeStored && (await isStored({ password, code: error.code })))) throw error
    },
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: queries.accounts.security.key() }),
        queryClient.invalidateQueries({ queryKey: queries.sessions.key() }),
      ]),
  })
}

async function send(attributes: UserAttributes) {
  const { error } = await (await client()).updateUser(attributes)
  return error
}

/** Whether the account has this password already. The proof that stored it is used up: the former password, or a mailed code. */
async function isStored({ password, code }: { password: string; code: string | undefined }): Promise<boolean> {
  if (code === 'same_password') return true
  if (code !== 'invalid_credentials' && code !== 'reauthentication_not_valid') return false
  return (await send({ password, current_password: password }))?.code === 'same_password'
}
