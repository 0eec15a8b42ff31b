import { useRouter } from '@tanstack/react-router'
import { type SubmitEvent, useEffect, useState } from 'react'

import { patientPassword, patientPasswordMin } from '#contract/accounts.ts'
import { updatePassword } from '#web/platform/session.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { toast } from '#web/ui/toast.ts'

import { AccountFrame } from './account-frame.tsx'
import { accountMessage } from './account-messages.ts'
import { openRecovery } from './recovery-link.ts'
import { useFormToast } from './use-form-toast.ts'

type Errors = { password?: string; repeated?: string; form?: string }

export function ResetPasswordScreen() {
  const router = useRouter()
  const [open, setOpen] = useState(false)

  useEffect(() => {
    let left = false
    const turnAway = (description: string) => {
      if (left) return
      toast({ kind: 'destructive', title: 'Error', description })
      router.history.replace('/forgot-password')
    }
    openRecovery(location.hash).then(
      (valid) => (valid ? !left && setOpen(true) : turnAway('Enlace inválido o expirado.')),
      () => turnAway('Error al procesar el enlace de recuperación.'),
    )
    return () => {
      left = true
    }
  }, [router])

  if (!open) {
    return (
      <AccountFrame title="Nueva contraseña">
        <p role="status" className="flex items-center gap-3 text-ink-soft">
          <Spinner />
          Verificando el enlace…
        </p>
      </AccountFrame>
    )
  }
  return (
    <AccountFrame title="Nueva contraseña" intro="Elige una contraseña que no uses en otro lugar.">
      <NewPasswordForm />
    </AccountFrame>
  )
}

function NewPasswordForm() {
  const router = useRouter()
  const [password, setPassword] = useState('')
  const [repeated, setRepeated] = useState('')
  const toasts = useFormToast()
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<Errors>({})

  async function save(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const [problem] = patientPassword.safeParse(password).error?.issues ?? []
    const found: Errors = {
      ...(problem && { password: problem.message }),
      ...(password !== repeated && { repeated: 'Las contraseñas no coinciden.' }),
    }
    setErrors(found)
    const first = found.repeated ?? found.password
    if (first) {
      toasts.show({ kind: 'destructive', title: 'Error', description: first })
      return
    }
    setBusy(true)
    const { error } = await updatePassword(password)
    setBusy(false)
    if (error) {
      const description = accountMessage(error) ?? 'Error al actualizar la contraseña.'
      setErrors({ form: description })
      toasts.show({ kind: 'destructive', title: 'Error', description })
      return
    }
    toasts.show({ kind: 'success', title: 'Éxito', description: 'Tu contraseña ha sido actualizada correctamente.' })
    router.history.replace('/login')
  }

  return (
    <form noValidate method="post" onSubmit={(event) => void save(event)} className="grid gap-5">
      <FormError error={errors.form} />
      <PasswordField
        name="password"
        label="Nueva contraseña"
        hint={`Mínimo ${patientPasswordMin} caracteres`}
        autoComplete="new-password"
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        error={errors.password}
      />
      <PasswordField
        name="repeated"
        label="Repite la contraseña"
        autoComplete="new-password"
        value={repeated}
        onChange={(event) => setRepeated(event.currentTarget.value)}
        error={errors.repeated}
      />
      <Button
        type="submit"
        size="large"
        wide
        disabled={password === '' || repeated === ''}
        pending={busy}
        pendingLabel="Guardando…"
      >
        Guardar contraseña
      </Button>
    </form>
  )
}
