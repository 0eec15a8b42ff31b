import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { type FieldError, type UseFormReturn, useWatch } from 'react-hook-form'
import type { IssueCode } from '#contract/issue-codes.ts'
import { cleanEmail } from '#contract/pasted-email.ts'
import { Banner } from '#web/ui/banner.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { loadWithRetry } from '#web/ui/load-with-retry.ts'
import { PasswordField } from '#web/ui/password-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import Check from '~icons/lucide/check'
import Circle from '~icons/lucide/circle'
import { passwordChecks } from './password-checks.ts'
import type { RegistrationValues } from './registration-values.ts'

const invalidEmail = 'Ingresa un correo electrónico válido'
const passwordsDiffer = 'Las contraseñas no coinciden'
/** The short sentences beside the fields, where the toast has a long one. */
const shortMessages: Partial<Record<string, string>> = {
  invalid_email: invalidEmail,
  password_mismatch: passwordsDiffer,
} satisfies Partial<Record<IssueCode, string>>

export function AccessStep({
  form: { register, control, formState },
  isTaken,
  isPasswordLost,
}: {
  form: UseFormReturn<RegistrationValues>
  isTaken: boolean
  isPasswordLost: boolean
}) {
  // Until hydration has read the fields, they have no value.
  const typed: readonly (string | undefined)[] = useWatch({
    control,
    name: ['accessData.email', 'accessData.password', 'accessData.confirmPassword'],
  })
  const [email = '', password = '', confirmation = ''] = typed
  const { accessData: errors } = formState.errors
  const touched = formState.touchedFields.accessData
  const isEmail = useEmailRule({ isNeeded: touched?.email === true })
  // While the visitor is typing, an incomplete address is not an error.
  const isEmailInvalid = touched?.email === true && cleanEmail(email) !== '' && !isEmail(cleanEmail(email))
  const isConfirmationDifferent =
    confirmation !== '' &&
    confirmation !== password &&
    (touched?.confirmPassword === true || !password.startsWith(confirmation))
  const shortMessage = (error: FieldError | undefined) => error && (shortMessages[error.type] ?? error.message)

  return (
    <div className="grid gap-5">
      <TextField
        {...register('accessData.email')}
        type="email"
        label="Correo electrónico"
        required
        autoComplete="username"
        inputMode="email"
        error={shortMessage(errors?.email) ?? (isEmailInvalid ? invalidEmail : undefined)}
      />
      {isTaken && (
        <Banner tone="amber" title="¿Esa cuenta es tuya?">
          <Link to="/login" className="link font-semibold">
            Iniciar sesión
          </Link>{' '}
          con ella, o escribe otro correo para tu centro.
        </Banner>
      )}
      <PasswordField
        {...register('accessData.password')}
        label="Contraseña"
        required
        autoComplete="new-password"
        hint={isPasswordLost ? 'No guardamos la contraseña que escribiste: vuelve a escribirla.' : undefined}
        error={shortMessage(errors?.password)}
      />
      <PasswordChecklist password={password} />
      <PasswordField
        {...register('accessData.confirmPassword')}
        label="Confirma la contraseña"
        required
        autoComplete="new-password"
        error={shortMessage(errors?.confirmPassword) ?? (isConfirmationDifferent ? passwordsDiffer : undefined)}
      />
    </div>
  )
}

/** The contract's rule for addresses. Every text passes until its code has arrived. */
function useEmailRule({ isNeeded }: { isNeeded: boolean }): (text: string) => boolean {
  const [rule, setRule] = useState<typeof import('#contract/credentials.ts').email>()
  useEffect(() => {
    if (!isNeeded) return
    loadWithRetry(() => import('#contract/credentials.ts')).then(
      ({ email }) => setRule(email),
      () => undefined,
    )
  }, [isNeeded])
  return (text) => rule?.safeParse(text).success ?? true
}

/** The password rules, with the fulfilled ones marked while the visitor types. */
function PasswordChecklist({ password }: { password: string }) {
  const checks = passwordChecks(password)
  const missing = checks.filter((check) => !check.isMet)
  return (
    <div className="-mt-3">
      <ul aria-label="Requisitos de la contraseña" className="grid gap-x-6 gap-y-1 text-sm sm:grid-cols-2">
        {checks.map(({ text, isMet }) => (
          <li key={text} className={classNames('flex items-center gap-2', isMet ? 'text-green' : 'text-ink-soft')}>
            {isMet ? (
              <Check aria-hidden="true" className="size-4 shrink-0 stroke-3" />
            ) : (
              <Circle aria-hidden="true" className="size-4 shrink-0" />
            )}
            {text}
            <span className="sr-only">{isMet ? ' (listo)' : ' (falta)'}</span>
          </li>
        ))}
      </ul>
      <p role="status" className="sr-only">
        {password !== '' &&
          (missing.length === 0 ? 'La contraseña cumple todo.' : `A la contraseña le falta: ${missing[0]?.text}.`)}
      </p>
    </div>
  )
}
