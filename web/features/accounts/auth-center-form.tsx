import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'

import { centerSpecialties, shortRegistration } from '#contract/registration.ts'
import { PasswordField } from '#web/ui/password-field.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'

import { ShortForm } from './short-form.tsx'
import { acceptedVersions, TermsField } from './terms-field.tsx'
import { useSignUp } from './use-sign-up.ts'

export function CenterForm({ leadsTo, onSubmitting }: { leadsTo: string; onSubmitting: () => void }) {
  const signUp = useSignUp({ leadsTo, failureText: 'Error en el registro.' })
  const form = useForm<z.input<typeof shortRegistration.center>, unknown, z.output<typeof shortRegistration.center>>({
    resolver: zodResolver(shortRegistration.center),
    reValidateMode: 'onChange',
  })
  const { register, formState } = form
  const { errors } = formState
  return (
    <ShortForm
      form={form}
      signUp={signUp}
      onSubmitting={onSubmitting}
      accountOf={({ centerName, specialty, responsible, whatsapp, email, password }) => ({
        email,
        password,
        data: { centerName, specialty, responsible, whatsapp, role: 'center', ...acceptedVersions },
      })}
    >
      <TextField
        {...register('centerName')}
        label="Nombre del centro"
        required
        autoComplete="organization"
        error={errors.centerName?.message}
      />
      <SelectField
        {...register('specialty')}
        label="Especialidad"
        required
        placeholder="Elige una"
        options={centerSpecialties.map((name) => ({ value: name, label: name }))}
        error={errors.specialty?.message}
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
        // Marked as the specification wants it, but never insisted on.
        required
        autoComplete="tel"
        inputMode="tel"
        error={errors.whatsapp?.message}
      />
      <TextField
        {...register('email')}
        type="email"
        label="Correo electrónico"
        required
        autoComplete="username"
        inputMode="email"
        error={errors.email?.message}
      />
      <PasswordField
        {...register('password')}
        label="Contraseña"
        required
        autoComplete="new-password"
        hint="Una contraseña fuerte: 8 caracteres o más, con mayúscula, número y símbolo (@$!%*?&)."
        error={errors.password?.message}
      />
      <TermsField {...register('acceptTerms')} error={errors.acceptTerms?.message} />
    </ShortForm>
  )
}
