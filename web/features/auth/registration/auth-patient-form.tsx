import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { patientPasswordMin } from '#contract/password-rules.ts'
import { shortRegistration } from '#contract/registration.ts'
import { formResolver } from '#web/platform/form-resolver.ts'
import { TextField } from '#web/ui/text-field.tsx'

import { CredentialFields } from './credential-fields.tsx'
import { ShortForm } from './short-form.tsx'
import { acceptedVersions, TermsField } from './terms-field.tsx'
import { useSignUp } from './use-sign-up.ts'

export function AuthPatientForm({ leadsTo, onSubmitting }: { leadsTo: string; onSubmitting: () => void }) {
  const signUp = useSignUp({ leadsTo, failureText: 'Ocurrió un error. Inténtalo de nuevo.' })
  // No default values, so that text typed before hydration stays.
  const form = useForm<z.input<typeof shortRegistration.patient>, unknown, z.output<typeof shortRegistration.patient>>({
    resolver: formResolver(shortRegistration.patient),
    reValidateMode: 'onChange',
  })
  const { register, formState } = form
  const { errors } = formState
  return (
    <ShortForm
      form={form}
      signUp={signUp}
      onSubmitting={onSubmitting}
      accountOf={({ name, email, password, whatsapp }) => ({
        email,
        password,
        data: { nombre: name, whatsapp, user_type: 'patient', ...acceptedVersions() },
      })}
    >
      <TextField
        {...register('name')}
        label="Nombre completo"
        required
        autoComplete="name"
        error={errors.name?.message}
      />
      <CredentialFields
        email={register('email')}
        password={register('password')}
        errors={errors}
        passwordHint={`Mínimo ${patientPasswordMin} caracteres`}
      />
      <TextField
        {...register('whatsapp')}
        type="tel"
        label="WhatsApp"
        optional
        autoComplete="tel"
        inputMode="tel"
        error={errors.whatsapp?.message}
      />
      <TermsField {...register('acceptTerms')} error={errors.acceptTerms?.message} />
    </ShortForm>
  )
}
