import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'

import { patientPasswordMin } from '#contract/password-rules.ts'
import { bookingRegistration } from '#contract/registration.ts'
import { authErrorField, authMessage } from '#web/features/auth/auth-messages.ts'
import { useCaptcha } from '#web/features/auth/captcha/use-captcha.tsx'
import { CredentialFields } from '#web/features/auth/registration/credential-fields.tsx'
import { PersonFields } from '#web/features/auth/registration/person-fields.tsx'
import { acceptedVersions, TermsField } from '#web/features/auth/registration/terms-field.tsx'
import { formFault } from '#web/platform/form-fault.ts'
import { formResolver } from '#web/platform/form-resolver.ts'
import { signUp } from '#web/platform/sign-in.ts'
import { FormError } from '#web/ui/form-error.tsx'

import { accessFormId } from './access.ts'
import { accessDraft } from './access-draft.ts'

type Typed = z.input<typeof bookingRegistration>

export type RegisterFieldsProps = {
  returnHref: string
  onBusy: (busy: boolean) => void
  onRegistered: () => void
  /** Called when the response reveals that the address has an account. */
  onTaken: () => void
  /** Called when the address has to be confirmed first. The response doesn't reveal whether it has an account. */
  onMailSent: () => void
}

/** The shortest registration: only what a booking needs. */
export function RegisterFields({ returnHref, onBusy, onRegistered, onTaken, onMailSent }: RegisterFieldsProps) {
  const captcha = useCaptcha()
  const form = useForm<Typed, unknown, z.output<typeof bookingRegistration>>({
    resolver: formResolver(bookingRegistration),
    reValidateMode: 'onChange',
    defaultValues: { fullName: '', email: '', phone: '', password: '', acceptTerms: false, ...draftValues() },
  })
  const { register, handleSubmit, setError, formState, watch } = form
  const { errors } = formState

  useEffect(() => {
    const { unsubscribe } = watch((typed) => accessDraft.write({ ...accessDraft.read(), ...typed }))
    return unsubscribe
  }, [watch])

  async function send({ fullName, email, phone, password }: z.output<typeof bookingRegistration>) {
    if (!captcha.isReady) return setError('root', { message: 'Falta comprobar que eres una persona.' })
    onBusy(true)
    const captchaToken = captcha.token()
    const { data, error } = await signUp({
      email,
      password,
      options: {
        emailRedirectTo: `${location.origin}${returnHref}`,
        data: { full_name: fullName, phone, user_type: 'patient', ...acceptedVersions() },
        ...(captchaToken && { captchaToken }),
      },
    })
    onBusy(false)
    if (!error) {
      if (data.session) {
        accessDraft.delete()
        return onRegistered()
      }
      accessDraft.write({ ...accessDraft.read(), sentTo: email })
      return onMailSent()
    }
    captcha.renew()
    if (error.code === 'user_already_exists') return onTaken()
    const message = authMessage(error) ?? 'Ocurrió un error. Inténtalo de nuevo.'
    setError(authErrorField(error) ?? 'root', { message }, { shouldFocus: true })
  }

  return (
    <form
      id={accessFormId}
      noValidate
      method="post"
      onSubmit={(event) => void handleSubmit(send)(event)}
      className="grid scroll-mt-16 items-start gap-4 sm:grid-cols-2"
    >
      <div className="empty:hidden sm:col-span-2">
        <FormError error={formFault(errors)} />
      </div>
      <PersonFields
        fullName={register('fullName')}
        phone={register('phone')}
        errors={errors}
        nameLabel="Nombre y apellido"
      />
      <CredentialFields
        email={register('email')}
        password={register('password')}
        errors={errors}
        passwordHint={`Mínimo ${patientPasswordMin} caracteres`}
      />
      <div className="sm:col-span-2">
        <TermsField {...register('acceptTerms')} error={errors.acceptTerms?.message} />
      </div>
      {captcha.field}
    </form>
  )
}

function draftValues(): Partial<Typed> {
  const { fullName = '', email = '', phone = '', acceptTerms = false } = accessDraft.read()
  return { fullName, email, phone, acceptTerms }
}
