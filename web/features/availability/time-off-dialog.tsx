import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { AffectedAppointment, Availability } from '#contract/availability.ts'
import { useApi } from '#web/platform/api.ts'
import { refuse } from '#web/platform/form-refusal.ts'
import { formFault, formResolver } from '#web/platform/form-resolver.ts'
import { localToday } from '#web/platform/local-days.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
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
      refuse(form, error, {
        fields: ['professionalIds', 'reason'],
        renamed: values.kind === 'days' ? { startsAt: 'from', endsAt: 'to' } : { startsAt: 'start', endsAt: 'end' },
      })
      setAffected([])
      return
    }
    await refresh()
    toast({ kind: 'success', title: 'Ausencia agregada', description: spanInWords(asked) })
    onClose()
  }

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={isSure ? affectedText(affected) : 'Agregar una ausencia'}
      description={
        isSure
          ? 'Se mantienen hasta que las muevas o las canceles en la agenda. A nadie se le avisa por este cambio.'
          : 'En ese tiempo nadie puede reservar.'
      }
      size="small"
      pending={isSubmitting}
      error={formFault(errors)}
      submitLabel={isSure ? 'Agregar igual' : 'Agregar ausencia'}
      cancelLabel={isSure ? 'Volver' : undefined}
      onCancel={isSure ? () => setAffected([]) : undefined}
      onSubmit={form.handleSubmit(add)}
    >
      {isSure ? <AffectedList affected={affected} /> : <TimeOffFields form={form} people={people} />}
    </FormDialog>
  )
}
