import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { AgendaAppointment } from '#contract/agenda.ts'
import type { DayChange } from '#contract/day-changes.ts'
import { countedAppointments } from '#contract/series.ts'
import { useApi } from '#web/platform/api.ts'
import { isOutdated } from '#web/platform/error-message.ts'
import { formatLongMoment } from '#web/platform/formats.ts'
import { toast } from '#web/ui/toast.ts'
import { attendeeName } from '../appointment-style.ts'
import { movedTitle } from './change-words.ts'
import type { Scope } from './scope-field.tsx'

type Moving = {
  centerId: string
  appointment: AgendaAppointment
  onClose: () => void
  onMoved: (appointment: AgendaAppointment) => void
}

type Target = { startsAt: string; by: 'patient' | 'center' }

/** Moves several appointments of a series: the first press shows which of them fit, the second one moves those. */
export function useSeriesMove({ centerId, appointment, onClose, onMoved }: Moving) {
  const { queries } = useApi()
  const moving = useMutation(queries.agenda.moveSeries.mutationOptions())
  const [scope, setScope] = useState<Scope>('one')
  const [shown, setShown] = useState<{ subject: string; change: DayChange }>()
  const [result, setResult] = useState<{ change: DayChange; moved: AgendaAppointment }>()
  const isOn = scope !== 'one'
  const subjectOf = ({ startsAt, by }: Target) => `${scope} ${Date.parse(startsAt)} ${by}`

  function previewOf(target: Target): DayChange | undefined {
    return isOn && shown?.subject === subjectOf(target) ? shown.change : undefined
  }

  async function submit(target: Target): Promise<void> {
    if (!isOn) return
    const request = { centerId, appointmentId: appointment.id, scope, ...target }
    const show = async () => {
      setShown({ subject: subjectOf(target), change: await moving.mutateAsync({ ...request, preview: true }) })
    }
    const previewed = previewOf(target)
    if (!previewed) return show()
    let change: DayChange
    try {
      change = await moving.mutateAsync({ ...request, terms: previewed.terms })
    } catch (error) {
      // The form shows the error, and what would happen now.
      if (isOutdated(error)) await show()
      throw error
    }
    finish(change, target)
  }

  function finish(change: DayChange, { startsAt, by }: Target) {
    const moved = { ...appointment, startsAt }
    const isMoved = change.unchanged.every(({ appointmentId }) => appointmentId !== appointment.id)
    const notice =
      change.notified.length > 0
        ? ' Le enviamos un solo correo con todas las fechas.'
        : by === 'patient'
          ? ' Ya sabe las horas nuevas: no hace falta llamar.'
          : ''
    const since = isMoved ? `, desde el ${formatLongMoment(startsAt)}` : ''
    toast({
      kind: 'success',
      title: movedTitle(change.changed),
      description: `${attendeeName(appointment)}${since}.${notice}`,
      durationMs: 8000,
    })
    if (change.unchanged.length + change.toCall.length > 0) {
      setResult({ change, moved: isMoved ? moved : appointment })
      return
    }
    leave(moved)
  }

  /** Closes the dialog, and shows the appointment where it is now. */
  function leave(moved: AgendaAppointment) {
    onClose()
    onMoved(moved)
  }

  return {
    isOn,
    scope,
    setScope,
    previewOf,
    result: result?.change,
    leaveResult: () => result && leave(result.moved),
    submit,
    submitLabel(target: Target): string {
      if (!isOn) return 'Mover la cita'
      const previewed = previewOf(target)
      if (!previewed) return 'Ver cuáles entran'
      return previewed.changed === 0 ? 'Mover las citas' : `Mover ${countedAppointments(previewed.changed)}`
    },
  }
}
