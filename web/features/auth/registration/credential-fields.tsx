import type { FieldError, UseFormRegisterReturn } from 'react-hook-form'

import { PasswordField } from '#web/ui/password-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'

export type CredentialFieldsProps = {
  email: UseFormRegisterReturn
  password: UseFormRegisterReturn
  errors: { email?: FieldError; password?: FieldError }
  passwordHint: string
}

export function CredentialFields({ email, password, errors, passwordHint }: CredentialFieldsProps) {
  return (
    <>
      <TextField
        {...email}
        type="email"
        label="Correo electrónico"
        required
        autoComplete="username"
        inputMode="email"
        error={errors.email?.message}
      />
      <NewPasswordField password={password} error={errors.password} hint={passwordHint} />
    </>
  )
}

export function NewPasswordField({
  password,
  error,
  hint,
}: {
  password: UseFormRegisterReturn
  error: FieldError | undefined
  hint: string
}) {
  return (
    <PasswordField
      {...password}
      label="Contraseña"
      required
      autoComplete="new-password"
      hint={hint}
      error={error?.message}
    />
  )
}
