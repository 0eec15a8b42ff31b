import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { AffectedAppointment, Availability } from '#contract/availability.ts'
import type { DayChange } from '#contract/day-changes.ts'
import { ChangeResult } from '#web/features/agenda/whole-day/change-result.tsx'
import type { Api } from '#web/platform/api.ts'
import { useApi } from '#web/platform/api.ts'
import { errorMessage, isOutdated } from '#web/platform/error-message.ts'
import { formFault } from '#web/platform/form-fault.ts'
import { formResolver } from '#web/platform/form-resolver.ts'
import { localToday } from '#web/platform/local-days.ts'
import { applyServerErrors } from '#web/platform/server-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { toast } from '#web/ui/toast.ts'

import { AffectedChoice, useAffectedPlan } from './affected-choice.tsx'
import { affectedText } from './affected-list.tsx'
import { TimeOffFields } from './time-off-fields.tsx'
import { spanOf, type TimeOffValues, timeOffForm } from './time-off-values.ts'
import { spanInWords } from './time-off-words.ts'

type TimeOffDialogProps = {
  centerId: string
  people: readonly Pick<Availability, 'professionalId' | 'name'>[]
  chosenId: string
  open: boolean
  onClose: () => void
}

type Absence = Parameters<Api['availability']['addTimeOff']>[0]
type Plan = ReturnType<typeof useAffectedPlan>

/** Adds an absence for one or several professionals. Appointments in it can be moved or cancelled with it. */
export function TimeOffDialog({ centerId, people, chosenId, open, onClose }: TimeOffDialogProps) {
  const { queries } = useApi()
  const addTimeOff = useMutation(queries.availability.addTimeOff.mutationOptions())
  const [affected, setAffected] = useState<{ absence: Absence; items: AffectedAppointment[] }>()
  const [result, setResult] = useState<DayChange>()
  const plan = useAffectedPlan({ absence: affected?.absence })
  const form = useForm<TimeOffValues>({
    resolver: formResolver(timeOffForm),
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

  async function add(values: TimeOffValues) {
    const { professionalIds, reason } = values
    const absence = { centerId, professionalIds, reason, ...spanOf(values) }
    let change: DayChange | null = null
    try {
      if (!affected) {
        const { affected: items } = await addTimeOff.mutateAsync({ ...absence, preview: true })
        if (items.length > 0) {
          setAffected({ absence, items })
          return
        }
      }
      ;({ change } = await addTimeOff.mutateAsync({ ...absence, ...(affected && requestOf(plan)) }))
    } catch (error) {
      if (isOutdated(error)) {
        form.setError('root', { message: errorMessage(error) })
        return void plan.preview.refetch()
      }
      applyServerErrors(form, error, {
        // The professionals are a field only where there are several.
        fields: people.length > 1 ? ['professionalIds', 'reason'] : ['reason'],
        renamed: values.kind === 'days' ? { startsAt: 'from', endsAt: 'to' } : { startsAt: 'start', endsAt: 'end' },
      })
      setAffected(undefined)
      return
    }
    toast({ kind: 'success', title: 'Ausencia agregada', description: spanInWords(absence) })
    if (change) setResult(change)
    else onClose()
  }

  if (result) return <DoneDialog change={result} action={plan.action} open={open} onClose={onClose} />
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={affected ? affectedText(affected.items) : 'Agregar una ausencia'}
      description={affected ? undefined : 'En ese tiempo nadie puede reservar.'}
      size="small"
      pending={isSubmitting}
      error={formFault(errors)}
      submitLabel={affected ? submitLabels[plan.action] : 'Agregar ausencia'}
      cancelLabel={affected ? 'Volver' : undefined}
      onCancel={affected ? () => setAffected(undefined) : undefined}
      submitDisabled={affected !== undefined && !plan.isReady}
      onSubmit={form.handleSubmit(add)}
    >
      {affected ? (
        <AffectedChoice affected={affected.items} plan={plan} />
      ) : (
        <TimeOffFields form={form} people={people} />
      )}
    </FormDialog>
  )
}

/**
 * It is shown after the appointments are moved or cancelled: the changes, and the patients whom the centre must call.
 */
function DoneDialog({
  change,
  action,
  open,
  onClose,
}: {
  change: DayChange
  action: Plan['action']
  open: boolean
  onClose: () => void
}) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={doneTitle(change, action)}
      size="small"
      footer={<Button onClick={onClose}>Listo</Button>}
    >
      <ChangeResult change={change} />
    </Dialog>
  )
}

function requestOf({ request }: Plan) {
  return request.appointments ? request : {}
}

const submitLabels = {
  keep: 'Agregar igual',
  move: 'Agregar y mover las citas',
  cancel: 'Agregar y cancelar las citas',
} as const

function doneTitle({ changed }: DayChange, action: Plan['action']): string {
  const verb = action === 'move' ? ['Se movió', 'Se movieron'] : ['Se canceló', 'Se cancelaron']
  return changed === 1 ? `${verb[0]} 1 cita` : `${verb[1]} ${changed} citas`
}
