import { type SubmitEvent, useState } from 'react'

import { authMessage } from '#web/features/auth/auth-messages.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useUnsavedForm } from '#web/ui/unsaved-form.ts'

import { beginEnrolment, type Enrolment, proposedName } from './enrolment.ts'

const longestName = 100

export function NameDevice({
  existingNames,
  onNamed,
  onSignInNeeded,
}: {
  existingNames: string[]
  onNamed: (enrolment: Enrolment) => void
  onSignInNeeded: () => void
}) {
  const [proposal] = useState(proposedName(existingNames))
  const [name, setName] = useState(proposal)
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<{ name?: string; form?: string }>({})
  useUnsavedForm(name !== proposal)

  async function begin(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const deviceName = name.trim()
    if (deviceName === '') {
      setErrors({ name: 'Ponle un nombre para reconocerlo.' })
      return
    }
    setBusy(true)
    setErrors({})
    const { enrolment, error } = await beginEnrolment(deviceName)
    setBusy(false)
    if (enrolment) {
      onNamed(enrolment)
      return
    }
    if (error.code === 'reauthentication_needed') {
      onSignInNeeded()
      return
    }
    const message = authMessage(error) ?? 'No pudimos empezar. Inténtalo de nuevo.'
    setErrors(error.code === 'mfa_factor_name_conflict' ? { name: message } : { form: message })
  }

  return (
    <form noValidate method="post" onSubmit={(event) => void begin(event)} className="grid gap-5">
      <FormError error={errors.form} />
      <p>
        Necesitas en tu teléfono una app de códigos, como Google Authenticator, Microsoft Authenticator o Aegis, o el
        gestor de contraseñas que ya uses.
      </p>
      <TextField
        name="device"
        label="Nombre del dispositivo"
        hint="Para reconocerlo en tu lista y en la app."
        autoComplete="off"
        maxLength={longestName}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={errors.name}
      />
      <Button type="submit" className="sm:justify-self-start" pending={busy} pendingLabel="Preparando…">
        Continuar
      </Button>
    </form>
  )
}
