import { useForm, useWatch } from 'react-hook-form'
import type { z } from 'zod'

import { centerPasswordMin } from '#contract/password-rules.ts'
import { shortRegistration } from '#contract/registration.ts'
import { formResolver } from '#web/platform/form-resolver.ts'
import { TextField } from '#web/ui/text-field.tsx'

import { symbolNote } from '../password/password-rules.ts'
import { CenterFields } from './center-fields.tsx'
import { CredentialFields } from './credential-fields.tsx'
import { ShortForm } from './short-form.tsx'
import { acceptedVersions, TermsField } from './terms-field.tsx'
import { useSignUp } from './use-sign-up.ts'

export function AuthCenterForm({ leadsTo, onSubmitting }: { leadsTo: string; onSubmitting: () => void }) {
  const signUp = useSignUp({ leadsTo, failureText: 'Error en el registro.' })
  const form = useForm<z.input<typeof shortRegistration.center>, unknown, z.output<typeof shortRegistration.center>>({
    resolver: formResolver(shortRegistration.center),
    reValidateMode: 'onChange',
  })
  const { register, formState, control } = form
  const typedPassword: string | undefined = useWatch({ control, name: 'password' })
  const { errors } = formState
  return (
    <ShortForm
      form={form}
      signUp={signUp}
      onSubmitting={onSubmitting}
      accountOf={({ centerName, specialty, responsible, whatsapp, email, password }) => ({
        email,
        password,
        data: { centerName, specialty, responsible, whatsapp, role: 'center', ...acceptedVersions() },
      })}
    >
      <CenterFields
        centerName={register('centerName')}
        specialty={register('specialty')}
        errors={errors}
        placeholder="Elige una"
      />
      <TextField
        {...register('responsible')}
        label="Responsable"
        required
        autoComplete="name"
        hint="Quien responde por el centro."
        error={errors.responsible?.message}
      />
      <TextField
        {...register('whatsapp')}
        type="tel"
        label="WhatsApp"
        // Marked as required, as the specification says, although the form accepts it empty.
        required
        autoComplete="tel"
        inputMode="tel"
        error={errors.whatsapp?.message}
      />
      <CredentialFields
        email={register('email')}
        password={register('password')}
        errors={errors}
        passwordHint={
          symbolNote(typedPassword ?? '') ??
          `Una contraseña fuerte: ${centerPasswordMin} caracteres o más, con mayúscula, número y símbolo (@$!%*?&).`
        }
      />
      <TermsField {...register('acceptTerms')} error={errors.acceptTerms?.message} />
    </ShortForm>
  )
}
