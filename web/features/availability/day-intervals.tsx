import { useId, useRef } from 'react'
import { type UseFormReturn, useFieldArray } from 'react-hook-form'
import { weekdayNames } from '#web/platform/local-days.ts'
import { useRowErrors } from '#web/platform/use-row-errors.ts'
import { classNames } from '#web/ui/class-names.ts'
import { opensDialog } from '#web/ui/dialog.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { TimeField } from '#web/ui/time-field.tsx'
import CalendarOff from '~icons/lucide/calendar-off'
import CopyPlus from '~icons/lucide/copy-plus'
import Plus from '~icons/lucide/plus'
import Trash from '~icons/lucide/trash-2'

import { nextInterval, type WeekValues } from './week-values.ts'

const icon = 'size-5'
/** More intervals on one day are probably a mistake. */
const maxIntervals = 10

/** The intervals of one weekday. A day without intervals is a day off. */
export function DayIntervals({
  form,
  day,
  onCopy,
}: {
  form: UseFormReturn<WeekValues>
  day: number
  onCopy: () => void
}) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: `days.${day}.intervals` })
  const addButton = useRef<HTMLButtonElement>(null)
  const name = weekdayNames[day] ?? ''
  const lowerName = name.toLocaleLowerCase('es')
  const isOff = fields.length === 0
  const focusAddButton = () => addButton.current?.focus({ preventScroll: true })

  function addInterval() {
    const at = `days.${day}.intervals.${fields.length}.start` as const
    append(nextInterval(form.getValues(`days.${day}.intervals`)), { focusName: at })
  }

  return (
    <fieldset
      className={classNames(
        'm-0 grid min-w-0 gap-x-3 border-0 py-3 sm:grid-cols-[7rem_minmax(0,1fr)_auto]',
        isOff
          ? 'grid-cols-[6rem_minmax(0,1fr)_auto] cramped:grid-cols-[minmax(0,1fr)_auto]'
          : 'grid-cols-[minmax(0,1fr)_auto]',
      )}
    >
      <legend className="sr-only">{name}</legend>
      <span aria-hidden="true" className="flex min-h-11 items-center font-medium">
        {name}
      </span>
      <div className={classNames('grid min-w-0 content-start gap-2', !isOff && 'max-sm:order-last max-sm:col-span-2')}>
        {isOff && <p className="flex min-h-11 items-center text-ink-soft">No atiende</p>}
        {fields.map((field, row) => (
          <IntervalRow
            key={field.id}
            form={form}
            day={day}
            row={row}
            name={fields.length === 1 ? name : `${name}, tramo ${row + 1}`}
            onRemove={() => {
              remove(row)
              focusAddButton()
            }}
          />
        ))}
      </div>
      <div className="flex">
        <IconButton
          ref={addButton}
          label={`Agregar un tramo el ${lowerName}`}
          icon={<Plus aria-hidden="true" className={icon} />}
          disabled={fields.length >= maxIntervals}
          onClick={addInterval}
        />
        {!isOff && (
          <>
            <IconButton
              label={`Copiar el ${lowerName} a otros días`}
              icon={<CopyPlus aria-hidden="true" className={icon} />}
              {...opensDialog}
              onClick={onCopy}
            />
            <IconButton
              label={`Vaciar el ${lowerName}`}
              icon={<CalendarOff aria-hidden="true" className={icon} />}
              onClick={() => {
                remove()
                focusAddButton()
              }}
            />
          </>
        )}
      </div>
    </fieldset>
  )
}

function IntervalRow({
  form,
  day,
  row,
  name,
  onRemove,
}: {
  form: UseFormReturn<WeekValues>
  day: number
  row: number
  name: string
  onRemove: () => void
}) {
  const errorId = useId()
  const { register } = form
  const errorOf = useRowErrors(form)
  const path = `days.${day}.intervals.${row}` as const
  const [startError, endError] = [errorOf(`${path}.start`), errorOf(`${path}.end`)]
  const errorProps = (error: string | undefined) => (error ? { 'aria-invalid': true, 'aria-describedby': errorId } : {})
  return (
    <div className="grid gap-1">
      <div className="flex items-center gap-2">
        <TimeField
          {...register(`${path}.start`)}
          {...errorProps(startError)}
          label={`${name}, desde`}
          labelHidden
          className="w-24"
        />
        <span aria-hidden="true" className="text-ink-soft">
          a
        </span>
        <TimeField
          {...register(`${path}.end`)}
          {...errorProps(endError)}
          label={`${name}, hasta`}
          labelHidden
          className="w-24"
        />
        <IconButton label={`Quitar: ${name}`} icon={<Trash aria-hidden="true" className={icon} />} onClick={onRemove} />
      </div>
      <FieldError id={errorId} error={startError ?? endError} />
    </div>
  )
}
