import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { type FieldPath, useForm } from 'react-hook-form'

import type { AffectedAppointment, Availability } from '#contract/availability.ts'
import { useApi } from '#web/platform/api.ts'
import { errorMessage } from '#web/platform/error-message.ts'
import { localToday } from '#web/platform/local-days.ts'
import { refusedFields } from '#web/platform/refused-fields.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { toast } from '#web/ui/toast.ts'

import { AffectedList, affectedText } from './affected-list.tsx'
import { TimeOffFields } from './time-off-fields.tsx'
import { spanOf, type TimeOffValues, timeOffForm } from './time-off-values.ts'
import { spanInWords } from './time-off-words.ts'
import { useAvailabilityRefresh } from './use-availability.ts'

type TimeOffDialogProps = {
  centerId: string
  people: readonly Pick<Availability, 'professionalId' | 'name'>[]
  chosenId: string
  open: boolean
  onClose: () => void
}

/** Time off for one or several. When appointments stand in it, they are shown before it is kept. */
export function TimeOffDialog({ centerId, people, chosenId, open, onClose }: TimeOffDialogProps) {
  const { api } = useApi()
  const refresh = useAvailabilityRefresh()
  const [affected, setAffected] = useState<AffectedAppointment[]>([])
  const form = useForm<TimeOffValues>({
    resolver: zodResolver(timeOffForm),
    defaultValues: {
      professionalIds: [chosenId],
      kind: 'days',
      from: localToday(),
      to: localToday(),
      start: '',
      end: '',
      reason: '',
    },
  })
  const { errors, isSubmitting } = form.formState
  const isSure = affected.length > 0

  async function add(values: TimeOffValues) {
    const { professionalIds, reason } = values
    const asked = { centerId, professionalIds, reason, ...spanOf(values) }
    try {
      if (!isSure) {
        const preview = await api.availability.addTimeOff({ ...asked, preview: true })
        if (preview.affected.length > 0) {
          setAffected(preview.affected)
          return
        }
      }
      await api.availability.addTimeOff(asked)
    } catch (error) {
      refuse(error, values.kind)
      return
    }
    await refresh()
    toast({ kind: 'success', title: 'Ausencia agregada', description: spanInWords(asked) })
    onClose()
  }

  function refuse(error: unknown, kind: TimeOffValues['kind']) {
    const fields: Record<string, FieldPath<TimeOffValues>> = kind === 'days'
      ? { startsAt: 'from', endsAt: 'to' }
      : { startsAt: 'start', endsAt: 'end' }
    const named = refusedFields(error).filter(({ path }) => path in fields)
    for (const { path, message } of named) form.setError(fields[path] ?? 'from', { message })
    if (named.length === 0) form.setError('root', { message: errorMessage(error) })
    setAffected([])
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && !isSubmitting && onClose()}
      title={isSure ? affectedText(affected) : 'Agregar una ausencia'}
      description={
        isSure
          ? 'Se mantienen hasta que las muevas o las canceles en la agenda. A nadie se le avisa por este cambio.'
          : 'En ese tiempo nadie puede reservar.'
      }
      size="small"
      keepOpenOnOutsidePress
      footer={
        <>
          <Button variant="secondary" disabled={isSubmitting} onClick={isSure ? () => setAffected([]) : onClose}>
            {isSure ? 'Volver' : 'Cancelar'}
          </Button>
          <Button type="submit" form="time-off-form" pending={isSubmitting} pendingLabel="Guardando…">
            {isSure ? 'Agregar igual' : 'Agregar ausencia'}
          </Button>
        </>
      }
    >
      <form
        id="time-off-form"
        noValidate
        onSubmit={(event) => void form.handleSubmit(add)(event)}
        className="grid gap-5 pb-1"
      >
        <FormError error={errors.root?.message} />
        {isSure ? <AffectedList affected={affected} /> : <TimeOffFields form={form} people={people} />}
      </form>
    </Dialog>
  )
}
