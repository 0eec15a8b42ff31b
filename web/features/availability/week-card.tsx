import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { type AffectedAppointment, type Availability, presetHours } from '#contract/availability.ts'
import { UnsavedChanges } from '#web/features/auth/unsaved-changes.tsx'
import { useApi } from '#web/platform/api.ts'
import { formFault } from '#web/platform/form-fault.ts'
import { weekdayNames } from '#web/platform/local-days.ts'
import { applyServerErrors } from '#web/platform/server-errors.ts'
import { useEdited } from '#web/platform/use-edited.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ChangedMeanwhile } from '#web/ui/changed-meanwhile.tsx'
import { opensDialog } from '#web/ui/dialog.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { toast } from '#web/ui/toast.ts'
import { useDialogState } from '#web/ui/use-dialog-state.ts'

import { AffectedDialog } from './affected-dialog.tsx'
import { CopyDayDialog } from './copy-day-dialog.tsx'
import { DayIntervals } from './day-intervals.tsx'
import { readWeek, type WeekValues, weekValues } from './week-values.ts'

/** The weekly hours of one professional. Before saving, the server lists the appointments outside the new hours. */
export function WeekCard({
  centerId,
  availability,
  onDirty,
}: {
  centerId: string
  availability: Availability
  onDirty: (isDirty: boolean) => void
}) {
  const { name } = availability
  const week = useWeek({ centerId, availability })
  const { form, confirming, status } = week
  const { isDirty, isSubmitting, errors } = form.formState
  const copying = useDialogState<number>()
  const copiedDay = copying.subject

  // The parent asks before it replaces a week with unsaved changes.
  useEffect(() => {
    onDirty(isDirty)
    return () => onDirty(false)
  }, [isDirty, onDirty])

  function copyDay(from: number, days: readonly number[]) {
    const values = form.getValues()
    const { intervals = [] } = values.days[from] ?? {}
    const filled = values.days.map((each, day) =>
      days.includes(day) ? { intervals: intervals.map((interval) => ({ ...interval })) } : each,
    )
    week.fill({ days: filled }, `Copiamos el horario del ${weekdayNames[from]?.toLocaleLowerCase('es')}.`)
  }

  return (
    <Card as="section" aria-labelledby="week">
      <form noValidate onSubmit={(event) => void form.handleSubmit(week.ask)(event)} className="grid gap-4">
        <WeekHead name={name} onFill={week.fill} />
        <div className="grid divide-y divide-line border-y border-line">
          {weekdayNames.map((weekday, day) => (
            <DayIntervals key={weekday} form={form} day={day} onCopy={() => copying.show(day)} />
          ))}
        </div>
        <p role="status" className="min-h-6 text-sm text-ink-soft">
          {status}
        </p>
        <FormError error={formFault(errors)} />
        {week.edited.isStale && <ChangedMeanwhile onShowNew={week.edited.showNew} />}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" pending={isSubmitting} pendingLabel="Guardando…" {...opensDialog}>
            Guardar horario
          </Button>
          {isDirty && (
            <Button
              variant="quiet"
              disabled={isSubmitting}
              onClick={() => form.reset(weekValues(week.edited.seen.hours))}
            >
              Descartar cambios
            </Button>
          )}
        </div>
      </form>
      <UnsavedChanges isDirty={isDirty} />
      {copiedDay !== undefined && (
        <CopyDayDialog
          key={copying.key}
          from={copiedDay}
          open={copying.isOpen}
          onClose={copying.close}
          onCopy={(days) => copyDay(copiedDay, days)}
        />
      )}
      <AffectedDialog
        affected={confirming.subject ?? []}
        open={confirming.isOpen}
        onClose={confirming.close}
        confirmLabel="Guardar igual"
        onConfirm={() => week.save(form.getValues())}
      />
    </Card>
  )
}

/** The form of the week. Saving asks the server for a preview first. */
function useWeek({ centerId, availability }: { centerId: string; availability: Availability }) {
  const { queries } = useApi()
  const setHours = useMutation(queries.availability.setHours.mutationOptions())
  const { professionalId, name } = availability
  const form = useForm<WeekValues>({
    defaultValues: weekValues(availability.hours),
    resolver: (values) => {
      const { errors } = readWeek(values)
      return Object.keys(errors).length > 0 ? { values: {}, errors } : { values, errors: {} }
    },
  })
  const edited = useEdited(availability, (now, seen) => {
    const before = weekValues(seen.hours)
    // A copy: resetting the form empties its own values.
    const typed = structuredClone(form.getValues())
    const after = weekValues(now.hours)
    // A day is one value: what the user has typed of it stays whole.
    const days = after.days.map((day, n) => (isSame(typed.days[n], before.days[n]) ? day : (typed.days[n] ?? day)))
    form.reset(after)
    // The lists of intervals take the reset over when they render: a value set before that is lost.
    setTimeout(() => fill({ days }, 'Mostramos el horario nuevo. Los días que cambiaste siguen como los dejaste.'))
  })
  const confirming = useDialogState<AffectedAppointment[]>()
  const [announcement, setAnnouncement] = useState('')

  async function ask(values: WeekValues) {
    const { hours } = readWeek(values)
    const { version } = edited.seen
    try {
      const { affected } = await setHours.mutateAsync({ centerId, professionalId, version, hours, preview: true })
      if (affected.length > 0) confirming.show(affected)
      else await save(values)
    } catch (error) {
      if (edited.noteRefusal(error)) return
      applyServerErrors(form, error, {})
    }
  }

  async function save(values: WeekValues) {
    const { hours } = readWeek(values)
    await setHours.mutateAsync({ centerId, professionalId, version: edited.seen.version, hours })
    form.reset(values)
    setAnnouncement('')
    toast({ kind: 'success', title: 'Horario guardado', description: name })
  }

  function fill(values: WeekValues, sentence: string) {
    for (const [day, { intervals }] of values.days.entries()) {
      form.setValue(`days.${day}.intervals`, intervals, { shouldDirty: true })
    }
    form.clearErrors()
    setAnnouncement(sentence)
  }

  const status = announcement || (form.formState.isDirty ? 'Hay cambios sin guardar.' : '')
  return { form, edited, confirming, status, ask, save, fill }
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

function WeekHead({ name, onFill }: { name: string; onFill: (values: WeekValues, sentence: string) => void }) {
  return (
    <div className="flex flex-wrap items-start justify-between gap-3">
      <div>
        <h3 id="week">Horario semanal</h3>
        <p className="text-ink-soft">
          Cuándo se puede reservar con <span translate="no">{name}</span>.
        </p>
      </div>
      <Button
        size="small"
        variant="secondary"
        onClick={() =>
          onFill(weekValues(presetHours), 'Pusimos de lunes a sábado, de 09:00 a 13:00 y de 14:00 a 19:00.')
        }
      >
        Usar el horario habitual
      </Button>
    </div>
  )
}
