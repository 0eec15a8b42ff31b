import { departments } from '#contract/departments.ts'
import { Card } from '#web/ui/card.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'

import type { ProfileFormPart } from './profile-values.ts'

export function ContactFields({ form }: ProfileFormPart) {
  const { register, formState } = form
  const { errors } = formState
  return (
    <Card as="section" aria-labelledby="contact" className="grid gap-5">
      <h3 id="contact">Dónde están y cómo llegar a ustedes</h3>
      <TextField
        {...register('address')}
        id="profile-address"
        label="Dirección"
        autoComplete="street-address"
        hint="Calle, número y apartamento. Si cambia, tienes que confirmar el punto del mapa."
        error={errors.address?.message}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField
          {...register('department')}
          label="Departamento"
          required
          placeholder="Elige"
          options={departments.map((name) => ({ value: name, label: name }))}
          error={errors.department?.message}
        />
        <TextField
          {...register('neighborhood')}
          label="Barrio o ciudad"
          optional
          autoComplete="off"
          error={errors.neighborhood?.message}
        />
        <ChannelFields form={form} />
      </div>
    </Card>
  )
}

function ChannelFields({ form: { register, formState } }: ProfileFormPart) {
  const { errors } = formState
  return (
    <>
      <TextField
        {...register('phone')}
        id="profile-phone"
        type="tel"
        label="Teléfono"
        autoComplete="tel"
        error={errors.phone?.message}
      />
      <TextField
        {...register('whatsapp')}
        type="tel"
        label="WhatsApp"
        optional
        autoComplete="tel"
        error={errors.whatsapp?.message}
      />
      <TextField
        {...register('contactEmail')}
        type="email"
        label="Correo de contacto"
        required
        autoComplete="email"
        error={errors.contactEmail?.message}
      />
      <TextField
        {...register('alternativeEmail')}
        type="email"
        label="Correo alternativo"
        optional
        autoComplete="off"
        error={errors.alternativeEmail?.message}
      />
      <TextField
        {...register('website')}
        type="url"
        label="Sitio web"
        optional
        autoComplete="url"
        placeholder="https://"
        error={errors.website?.message}
      />
      <TextField
        {...register('instagram')}
        label="Instagram"
        optional
        autoComplete="off"
        error={errors.instagram?.message}
      />
      <TextField
        {...register('facebook')}
        label="Facebook"
        optional
        autoComplete="off"
        error={errors.facebook?.message}
      />
    </>
  )
}
