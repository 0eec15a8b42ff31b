import { useState } from 'react'

import { documentLimits } from '#web/platform/pdf-file.ts'
import { Calendar } from '#web/ui/calendar.tsx'
import { CalendarButton } from '#web/ui/calendar-button.tsx'
import { CheckboxField } from '#web/ui/checkbox-field.tsx'
import { CodeField } from '#web/ui/code-field.tsx'
import { ComboboxField } from '#web/ui/combobox-field.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { DocumentField } from '#web/ui/document-field.tsx'
import { ImageField } from '#web/ui/image-field.tsx'
import { TextCount } from '#web/ui/kept-text.tsx'
import { ListField } from '#web/ui/list-field.tsx'
import { PageDateField } from '#web/ui/page-date-field.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { PictureButtons } from '#web/ui/picture-buttons.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { SliderField } from '#web/ui/slider-field.tsx'
import { StarPicker } from '#web/ui/star-picker.tsx'
import { SwitchField } from '#web/ui/switch-field.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { TimeField } from '#web/ui/time-field.tsx'

import { Family, Specimen } from './specimen.tsx'

const error = 'Revisa este dato.'
const options = [
  { value: 'a', label: 'Pocitos' },
  { value: 'b', label: 'Cordón' },
]
const crop = { ratio: 1, width: 320, maxBytes: 1_000_000, fileName: 'foto.jpg' }
const file = new File(['%PDF-1.7'], 'habilitacion.pdf', { type: 'application/pdf' })
const pictures = ['frente.jpg', 'dorso.jpg'].map((name) => new File(['foto'], name, { type: 'image/jpeg' }))

export function Fields() {
  return (
    <Family title="Campos">
      <Specimen name="TextField">
        <TextField label="Nombre" defaultValue="Ana Suárez" />
        <TextField label="Nombre" hint="Como en tu documento." optional />
        <TextField label="Nombre" error={error} required />
        <TextField label="Nombre" defaultValue="Ana Suárez" disabled />
        <TextField label="Nombre" defaultValue="Ana Suárez" readOnly />
      </Specimen>
      <Specimen name="CodeField">
        <CodeField
          question="¿Tienes un código de descuento?"
          label="Código de descuento"
          hint="Está en tu correo."
          submitLabel="Aplicar"
          maxLength={20}
          clean={(typed) => typed.toUpperCase()}
          onSubmit={() => Promise.resolve(error)}
        />
      </Specimen>
      <Specimen name="TextCount">
        <TextArea label="Nota" defaultValue="Llega con muletas." maxLength={12} />
        <TextCount length={1980} max={2000} />
      </Specimen>
      <Specimen name="DateField">
        <DateField label="Fecha de nacimiento" />
        <DateField label="Vence el" defaultValue="2026-11-20" min="2026-11-20" hint="Vacío si no vence." />
        <DateField label="Día" error={error} required />
        <DateField label="Día" defaultValue="2026-11-20" disabled />
      </Specimen>
      <Specimen name="Calendar">
        <Calendar value="2026-11-20" min={undefined} max={undefined} onChoose={() => undefined} />
        <Calendar value="" min="2026-11-10" max="2026-11-28" onChoose={() => undefined} />
      </Specimen>
      <Specimen name="CalendarButton">
        <CalendarButton {...calendarButton} disabled={false} />
        <CalendarButton {...calendarButton} disabled />
      </Specimen>
      <Specimen name="PageDateField">
        <PageDateField label="Ir a otra fecha" value="2026-11-20" min="2026-11-20" max="2027-02-18" onDate={() => {}} />
      </Specimen>
      <Specimen name="PasswordField">
        <PasswordField label="Contraseña" autoComplete="off" />
        <PasswordField label="Contraseña" autoComplete="off" error={error} />
      </Specimen>
      <Specimen name="TextArea">
        <TextArea label="Mensaje" />
        <TextArea label="Mensaje" error={error} />
        <TextArea label="Mensaje" disabled />
      </Specimen>
      <Specimen name="SelectField">
        <SelectField label="Barrio" options={options} placeholder="Elige un barrio" />
        <SelectField label="Barrio" options={options} error={error} />
        <SelectField label="Barrio" options={options} disabled />
      </Specimen>
      <Specimen name="ComboboxField">
        <Combobox options={[{ id: '1', label: 'Fisioterapia', description: 'Servicio' }]} />
        <Combobox options={[]} pending />
        <Combobox options={[]} message="Nada coincide." />
      </Specimen>
      <Specimen name="TimeField">
        <TimeField label="Desde" defaultValue="09:00" />
        <TimeField label="Desde" error={error} />
      </Specimen>
      <Specimen name="ListField">
        <ListField label="Idiomas" excess={() => undefined} />
        <ListField label="Idiomas" excess={() => undefined} error={error} />
      </Specimen>
      <Specimen name="CheckboxField">
        <CheckboxField label="Acepto" />
        <CheckboxField label="Acepto" defaultChecked hint="Versión del 24 de noviembre." />
        <CheckboxField label="Acepto" error={error} />
        <CheckboxField label="Acepto" disabled />
      </Specimen>
      <Specimen name="SwitchField">
        <SwitchField label="Avisos por correo" />
        <SwitchField label="Avisos por correo" defaultChecked hint="Vale enseguida." />
        <SwitchField label="Avisos por correo" disabled />
      </Specimen>
      <Specimen name="SliderField">
        <SliderField label="Distancia" min={0} max={100} step={5} defaultValue={25} formatValue={(km) => `${km} km`} />
        <SliderField label="Distancia" min={0} max={100} defaultValue={25} disabled />
      </Specimen>
      <Specimen name="StarPicker">
        <StarPicker legend="Tu calificación" name="stars" />
        <StarPicker legend="Tu calificación" name="stars-4" defaultValue={4} error={error} />
      </Specimen>
      <Specimen name="ImageField">
        <ImageField label="Foto" value={undefined} onChange={() => undefined} crop={crop} noun="foto" round />
        <ImageField label="Foto" value={undefined} onChange={() => undefined} crop={crop} noun="foto" error={error} />
      </Specimen>
      <Specimen name="DocumentField">
        <DocumentField {...documentField} value={[]} />
        <DocumentField {...documentField} value={[file]} percent={40} />
        <DocumentField {...documentField} value={pictures} />
        <DocumentField {...documentField} value={[]} error={error} />
      </Specimen>
      <Specimen name="PictureButtons">
        <PictureButtons {...pictureButtons} has={false} />
        <PictureButtons {...pictureButtons} has />
      </Specimen>
    </Family>
  )
}

const calendarButton = {
  label: 'Día',
  value: '',
  min: undefined,
  max: undefined,
  onChoose: () => undefined,
}
const documentField = {
  label: 'Habilitación',
  onChange: () => undefined,
  limits: documentLimits,
}
const pictureButtons = {
  noun: 'foto',
  of: 'Ana Suárez',
  crop,
  removal: 'Se verá la inicial.',
  onSet: () => Promise.resolve(),
  onRemove: () => Promise.resolve(),
}

function Combobox(
  state: Pick<Parameters<typeof ComboboxField>[0], 'options'> & { pending?: boolean; message?: string },
) {
  const [text, setText] = useState('fis')
  return <ComboboxField {...state} label="Servicio" value={text} onType={setText} onChoose={setText} />
}
