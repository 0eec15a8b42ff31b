import { useId } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'

import { departments } from '#contract/departments.ts'
import { pictureMaxBytes } from '#contract/files.ts'
import { usePlaces } from '#web/features/centers/use-catalogue.ts'
import { ImageField } from '#web/ui/image-field.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'

import { chooseAgain, type FilesOfStep } from './chosen-files.ts'
import { PinField } from './pin-field.tsx'
import type { RegistrationValues } from './registration-values.ts'

const crop = { ratio: 1, width: 1024, maxBytes: pictureMaxBytes, fileName: 'logo.jpg' }

export function CenterStep({ form, files }: { form: UseFormReturn<RegistrationValues>; files: FilesOfStep }) {
  const { register, formState } = form
  const errors = formState.errors.centerInfo
  return (
    <div className="grid gap-5">
      <TextField
        {...register('centerInfo.centerName')}
        label="Nombre del centro"
        optional
        autoComplete="organization"
        hint="Si atiendes por tu cuenta, déjalo vacío: se verá tu nombre."
        error={errors?.centerName?.message}
      />
      <TextField
        {...register('centerInfo.address')}
        label="Dirección"
        required
        autoComplete="street-address"
        hint="Calle, número y apartamento."
        error={errors?.address?.message}
      />
      <PlaceFields form={form} />
      <PinField form={form} />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          {...register('centerInfo.contactPhone')}
          type="tel"
          label="Teléfono de contacto"
          required
          autoComplete="tel"
          inputMode="tel"
          error={errors?.contactPhone?.message}
        />
        <TextField
          {...register('centerInfo.alternativeEmail')}
          type="email"
          label="Correo alternativo"
          optional
          autoComplete="email"
          inputMode="email"
          error={errors?.alternativeEmail?.message}
        />
        <TextField
          {...register('centerInfo.instagram')}
          label="Instagram"
          optional
          autoComplete="off"
          autoCapitalize="none"
          error={errors?.instagram?.message}
        />
        <TextField
          {...register('centerInfo.facebook')}
          label="Facebook"
          optional
          autoComplete="off"
          autoCapitalize="none"
          error={errors?.facebook?.message}
        />
      </div>
      <ImageField
        label="Logo"
        optional
        noun="logo"
        wholeAllowed
        crop={crop}
        hint={chooseAgain(files.lost.logo)}
        value={files.chosen.logo}
        error={files.errors.logo}
        onChange={(file) => files.choose('logo', file)}
      />
    </div>
  )
}

/** The department is chosen from a list; the neighbourhood or city is free text, with the gazetteer's names as suggestions. */
function PlaceFields({ form }: { form: UseFormReturn<RegistrationValues> }) {
  const { register, control, formState } = form
  const places = usePlaces()
  const department = useWatch({ control, name: 'centerInfo.department' })
  const list = useId()
  const errors = formState.errors.centerInfo
  const suggestions = places.data?.items.filter(
    (place) => (!department || place.department === department) && place.kind !== 'department',
  )

  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <SelectField
        {...register('centerInfo.department')}
        label="Departamento"
        optional
        placeholder="Elige uno"
        hint="Si no lo eliges, lo tomamos del barrio o de la dirección; si no alcanza, ponemos Montevideo."
        autoComplete="address-level1"
        options={departments.map((name) => ({ value: name, label: name }))}
        error={errors?.department?.message}
      />
      <TextField
        {...register('centerInfo.neighborhood')}
        label="Barrio o ciudad"
        optional
        autoComplete="off"
        list={list}
        error={errors?.neighborhood?.message}
      />
      <datalist id={list}>
        {suggestions?.map((place) => (
          <option key={place.slug} value={place.name} />
        ))}
      </datalist>
    </div>
  )
}
