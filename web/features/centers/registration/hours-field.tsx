import { useId, useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { type WeekdayKey, weekdayKeys } from '#contract/weekday-keys.ts'
import { Button } from '#web/ui/button.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { FieldGroup } from '#web/ui/field-group.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { TimeField } from '#web/ui/time-field.tsx'
import CalendarOff from '~icons/lucide/calendar-off'
import CopyPlus from '~icons/lucide/copy-plus'

import type { RegistrationValues } from './registration-values.ts'
import { dayOf, nameOf, presetHours, sameHours, type WeekHours } from './week-hours.ts'

/** One interval a day and one pause for every day; a day without hours is a day off. */
export function HoursField({ form }: { form: UseFormReturn<RegistrationValues> }) {
  const hours: WeekHours = useWatch({ control: form.control, name: 'availability' })
  const [announcement, setAnnouncement] = useState('')
  const errors = form.formState.errors.availability

  function fill(next: WeekHours, sentence: string) {
    const names = weekdayKeys.flatMap((weekday) => [`${weekday}Start`, `${weekday}End`] as const)
    for (const name of [...names, 'breakStart', 'breakEnd'] as const) {
      const time = next[name]
      if (time === undefined) continue
      form.setValue(`availability.${name}`, time, { shouldDirty: true })
      form.clearErrors(`availability.${name}`)
    }
    setAnnouncement(sentence)
  }

  function copy(from: WeekdayKey) {
    const weekdays = weekdayKeys.filter((weekday) => weekday !== from)
    fill(
      sameHours({ weekdays, ...dayOf(hours, from) }),
      `Copiamos el horario del ${nameOf(from).toLocaleLowerCase('es')} a los demás días.`,
    )
  }

  return (
    <FieldGroup
      legend="Horario semanal"
      hint="Deja vacío el día en que no atiendes. Si un día tiene otra pausa, después lo cambias en tu dashboard."
    >
      <Button
        variant="secondary"
        size="small"
        className="my-2 justify-self-start"
        onClick={() => fill(presetHours, 'Pusimos de lunes a sábado, de 09:00 a 13:00 y de 14:00 a 19:00.')}
      >
        Usar lunes a sábado, de 9:00 a 13:00 y de 14:00 a 19:00
      </Button>
      <div className="grid gap-2">
        {weekdayKeys.map((weekday) => (
          <DayRow
            key={weekday}
            form={form}
            weekday={weekday}
            hours={hours}
            onCopy={() => copy(weekday)}
            onClear={() =>
              fill(sameHours({ weekdays: [weekday], start: '', end: '' }), `${nameOf(weekday)}: no atiendes.`)
            }
          />
        ))}
      </div>
      <div className="mt-3 grid max-w-md grid-cols-2 items-start gap-3">
        <TimeField
          {...form.register('availability.breakStart')}
          label="Pausa, desde"
          optional
          error={errors?.breakStart?.message}
        />
        <TimeField
          {...form.register('availability.breakEnd')}
          label="Pausa, hasta"
          optional
          error={errors?.breakEnd?.message}
        />
      </div>
      <p role="status" className="min-h-6 text-sm text-ink-soft">
        {announcement}
      </p>
    </FieldGroup>
  )
}

function DayRow({
  form: { register, formState },
  weekday,
  hours,
  onCopy,
  onClear,
}: {
  form: UseFormReturn<RegistrationValues>
  weekday: WeekdayKey
  hours: WeekHours
  onCopy: () => void
  onClear: () => void
}) {
  const errorId = useId()
  const name = nameOf(weekday)
  const lowerName = name.toLocaleLowerCase('es')
  const { start, end } = dayOf(hours, weekday)
  const errors = formState.errors.availability
  const [startError, endError] = [errors?.[`${weekday}Start`]?.message, errors?.[`${weekday}End`]?.message]
  // Leaving a field may show or remove an error: its line is reserved, so that the next button does not move under the pointer.
  const isErrorLineReserved = formState.isSubmitted && (start !== '' || end !== '')
  const line = <FieldError id={errorId} error={startError ?? endError} />
  const errorProps = (error: string | undefined) => (error ? { 'aria-invalid': true, 'aria-describedby': errorId } : {})

  return (
    <div className="grid gap-1">
      <div className="grid grid-cols-[4.75rem_minmax(0,1fr)_auto_minmax(0,1fr)_5.5rem] items-center gap-1.5 sm:grid-cols-[6rem_7rem_auto_7rem_1fr] sm:gap-3">
        <span aria-hidden="true" className="font-medium">
          {name}
        </span>
        <TimeField
          {...register(`availability.${weekday}Start`)}
          {...errorProps(startError)}
          label={`${name}, desde`}
          labelHidden
        />
        <span aria-hidden="true" className="text-ink-soft">
          a
        </span>
        <TimeField
          {...register(`availability.${weekday}End`)}
          {...errorProps(endError)}
          label={`${name}, hasta`}
          labelHidden
        />
        {start === '' && end === '' ? (
          <span className="pl-1 text-sm text-ink-soft">No atiendes</span>
        ) : (
          <span className="flex">
            <IconButton
              label={`Copiar el horario del ${lowerName} a los demás días`}
              icon={<CopyPlus aria-hidden="true" className="size-5" />}
              onClick={onCopy}
            />
            <IconButton
              label={`No atiendo el ${lowerName}`}
              icon={<CalendarOff aria-hidden="true" className="size-5" />}
              onClick={onClear}
            />
          </span>
        )}
      </div>
      {isErrorLineReserved ? <div className="min-h-5">{line}</div> : line}
    </div>
  )
}
