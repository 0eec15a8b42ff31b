import { Card } from '#web/ui/card.tsx'
import { CheckboxField } from '#web/ui/checkbox-field.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'

import type { ProfileFormPart } from './profile-values.ts'

const refunds = [
  { value: '0', label: 'Nada' },
  { value: '50', label: 'La mitad' },
  { value: '100', label: 'Todo' },
]

export function BookingFields({ form: { register, formState } }: ProfileFormPart) {
  const { errors } = formState
  return (
    <Card as="section" aria-labelledby="booking-rules" className="grid gap-5">
      <h3 id="booking-rules">Reservas y cancelaciones</h3>
      <div className="pl-3">
        <CheckboxField
          {...register('confirmsManually')}
          error={errors.confirmsManually?.message}
          label="Confirmar cada reserva"
          hint="Cada hora que se pida espera tu respuesta. Si no llega a tiempo, queda libre otra vez."
        />
      </div>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <TextField
          {...register('sessionDuration')}
          label="Duración de la sesión, en minutos"
          required
          inputMode="numeric"
          maxLength={4}
          autoComplete="off"
          hint="Con ella empieza cada servicio nuevo."
          error={errors.sessionDuration?.message}
        />
        <SelectField
          {...register('lateRefundPercent')}
          label="Se devuelve si cancela tarde"
          required
          options={refunds}
          hint="A menos de 24 horas. Antes se devuelve todo."
          error={errors.lateRefundPercent?.message}
        />
      </div>
      <TextArea
        {...register('cancellationPolicy')}
        label="Algo más sobre las cancelaciones"
        optional
        error={errors.cancellationPolicy?.message}
      />
    </Card>
  )
}
