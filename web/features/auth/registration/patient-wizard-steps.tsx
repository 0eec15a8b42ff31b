import type { UseFormReturn } from 'react-hook-form'

import { patientPasswordMin } from '#contract/password-rules.ts'
import { TextField } from '#web/ui/text-field.tsx'

import { CredentialFields } from './credential-fields.tsx'
import type { Registration } from './registration.ts'
import { TermsField } from './terms-field.tsx'

type StepProps = { form: UseFormReturn<Registration> }

export function NameStep({ form: { register, formState } }: StepProps) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <TextField
        {...register('firstName')}
        label="Nombre"
        required
        autoComplete="given-name"
        error={formState.errors.firstName?.message}
      />
      <TextField
        {...register('lastName')}
        label="Apellido"
        required
        autoComplete="family-name"
        error={formState.errors.lastName?.message}
      />
    </div>
  )
}

export function AccessStep({ form: { register, formState }, isPasswordLost }: StepProps & { isPasswordLost: boolean }) {
  const minimum = `Mínimo ${patientPasswordMin} caracteres`
  return (
    <div className="grid gap-5">
      <CredentialFields
        email={register('email')}
        password={register('password')}
        errors={formState.errors}
        passwordHint={isPasswordLost ? `${minimum}. No guardamos la que escribiste: vuelve a escribirla.` : minimum}
      />
    </div>
  )
}

export function ContactStep({ form: { register, formState } }: StepProps) {
  return (
    <div className="grid gap-5">
      <TextField
        {...register('phone')}
        type="tel"
        label="Teléfono"
        required
        autoComplete="tel"
        inputMode="tel"
        hint="Para que el centro pueda avisarte de un cambio."
        error={formState.errors.phone?.message}
      />
      <TextField
        {...register('address')}
        label="Dirección"
        optional
        autoComplete="street-address"
        error={formState.errors.address?.message}
      />
      <TextField
        {...register('emergencyContact')}
        label="Contacto de emergencia"
        optional
        autoComplete="off"
        hint="Nombre y teléfono de alguien de confianza."
        error={formState.errors.emergencyContact?.message}
      />
      <TermsField {...register('acceptTerms')} error={formState.errors.acceptTerms?.message} />
    </div>
  )
}
