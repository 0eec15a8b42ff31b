import type { FieldError, UseFormRegisterReturn } from 'react-hook-form'

import { PasswordField } from '#web/ui/password-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'

export type CredentialFieldsProps = {
  /** As `register` gives them. */
  email: UseFormRegisterReturn
  password: UseFormRegisterReturn
  errors: { email?: FieldError | undefined; password?: FieldError | undefined }
  /** What makes a password good enough here. */
  passwordHint: string
}

/** What somebody new will sign in with. */
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
      <PasswordField
        {...password}
        label="Contraseña"
        required
        autoComplete="new-password"
        hint={passwordHint}
        error={errors.password?.message}
      />
    </>
  )
}
