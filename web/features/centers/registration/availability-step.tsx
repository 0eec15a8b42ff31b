import { useId } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { sessionMinutes } from '#contract/calendar.ts'
import { freeCancellationSentence, ownWordsHint } from '#contract/cancellation-sentences.ts'
import { modalities, needsPlatform } from '#contract/modalities.ts'
import { CheckboxField } from '#web/ui/checkbox-field.tsx'
import { FieldGroup } from '#web/ui/field-group.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'

import { HoursField } from './hours-field.tsx'
import type { RegistrationValues } from './registration-values.ts'

const modalityHints: Record<(typeof modalities)[number], string> = {
  Presencial: 'En tu consultorio o centro.',
  Online: 'Por videollamada.',
  'A domicilio': 'Vas a la casa de quien te consulta.',
  Mixta: 'En el centro o por videollamada, a elección.',
}
const platforms = ['Google Meet', 'Zoom', 'Microsoft Teams', 'WhatsApp']

export function AvailabilityStep({ form }: { form: UseFormReturn<RegistrationValues> }) {
  const { register, control, formState } = form
  const errors = formState.errors.availability
  const chosenModalities = useWatch({ control, name: 'availability.modality' })
  const list = useId()
  const duration = register('availability.sessionDuration')
  return (
    <div className="grid gap-7">
      <HoursField form={form} />
      <FieldGroup legend="Modalidad de atención" error={errors?.modality?.message}>
        <div className="grid sm:grid-cols-2">
          {modalities.map((each) => (
            <CheckboxField
              key={each}
              {...register('availability.modality')}
              value={each}
              label={each}
              hint={modalityHints[each]}
              className="content-start"
            />
          ))}
        </div>
      </FieldGroup>
      {needsPlatform(chosenModalities) && (
        <div className="grid gap-5">
          <TextField
            {...register('availability.platform')}
            label="Plataforma para videollamadas"
            required
            autoComplete="off"
            list={list}
            hint="Por ejemplo Google Meet o Zoom."
            error={errors?.platform?.message}
          />
          <datalist id={list}>
            {platforms.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
          <TextField
            {...register('availability.videoLink')}
            type="url"
            label="Enlace de la sala"
            optional
            inputMode="url"
            autoComplete="off"
            hint="Todos tus pacientes usan este enlace: activa la sala de espera de la plataforma. Sin él no ofreces horas por videollamada; puedes agregarlo después."
            error={errors?.videoLink?.message}
          />
        </div>
      )}
      <TextField
        {...duration}
        label="Duración de la sesión"
        required
        inputMode="numeric"
        autoComplete="off"
        maxLength={4}
        className="max-w-56"
        trailing={
          <span aria-hidden="true" className="pr-3.5">
            min
          </span>
        }
        hint={`En minutos, entre ${sessionMinutes.min} y ${sessionMinutes.max}.`}
        error={errors?.sessionDuration?.message}
        onChange={(event) => {
          event.currentTarget.value = event.currentTarget.value.replace(/\D/g, '')
          void duration.onChange(event)
        }}
      />
      <TextArea
        {...register('availability.cancellationPolicy')}
        maxLength={2000}
        label="Política de cancelación"
        optional
        rows={3}
        hint={`La regla: ${freeCancellationSentence()} ${ownWordsHint}`}
        error={errors?.cancellationPolicy?.message}
      />
    </div>
  )
}
