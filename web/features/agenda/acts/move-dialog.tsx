import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'

import type { Agenda, AgendaAppointment } from '#contract/agenda.ts'
import { useApi } from '#web/platform/api.ts'
import { clockText } from '#web/platform/clock-text.ts'
import { errorCode, errorMessage } from '#web/platform/error-message.ts'
import { formatLongMoment } from '#web/platform/local-days.ts'
import { localClock } from '#web/platform/local-instants.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { toast } from '#web/ui/toast.ts'

import { untoldText, whoComes } from '../appointment-look.ts'
import { chosenInstant, type TimeErrors } from '../booking/chosen-instant.ts'
import { type ChosenTime, TimeChoice } from '../booking/time-choice.tsx'
import { useAgendaPatch, useAgendaRefresh } from '../use-agenda.ts'
import { sameServices } from './same-services.ts'

export type MoveDialogProps = {
  centerId: string
  agenda: Agenda
  appointment: AgendaAppointment
  open: boolean
  onClose: () => void
  onMoved: (appointment: AgendaAppointment) => void
}

type Target = { startsAt: string; serviceId: string; evenOutsideHours?: true }

/** Another time, or another professional who does the same. */
export function MoveDialog({ centerId, agenda, appointment, open, onClose, onMoved }: MoveDialogProps) {
  const { api } = useApi()
  const formId = useId()
  const patch = useAgendaPatch({ centerId })
  const refresh = useAgendaRefresh({ centerId })
  const [serviceId, setServiceId] = useState(appointment.service.id)
  const [when, setWhen] = useState<ChosenTime>(() => {
    const { date, minute } = localClock(appointment.startsAt)
    return { date, time: clockText(minute) }
  })
  const [errors, setErrors] = useState<TimeErrors>({})
  const [outside, setOutside] = useState<Target>()
  const options = sameServices({ agenda, appointment })

  const run = ({ id }: AgendaAppointment, target: Target) => api.agenda.move({ centerId, appointmentId: id, ...target })
  const move = useMutation({
    mutationFn: (target: Target) => run(appointment, target),
    onSuccess: async ({ told, ...moved }) => {
      patch(moved)
      toast({
        kind: 'success',
        title: 'Cita movida',
        description: `${whoComes(moved)}, ${formatLongMoment(moved.startsAt)}. ${told ? 'Ya le avisamos.' : untoldText(moved)}`,
        durationMs: 8000,
        action: { label: 'Deshacer', onPress: () => void takeBack(moved) },
      })
      await refresh()
      onClose()
      onMoved(moved)
    },
    onError: (error, target) => {
      if (errorCode(error) === 'appointments.outside_hours') setOutside(target)
      void refresh()
    },
  })

  async function takeBack(moved: AgendaAppointment) {
    const { startsAt, service } = appointment
    try {
      patch(await run(moved, { startsAt, serviceId: service.id, evenOutsideHours: true }))
      toast({ kind: 'success', title: 'La cita volvió a su hora', description: `${formatLongMoment(startsAt)}.` })
    } catch (error) {
      toast({ kind: 'destructive', title: 'No se pudo deshacer', description: errorMessage(error) })
    }
    await refresh()
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    setOutside(undefined)
    const time = chosenInstant(when)
    if ('errors' in time) return setErrors(time.errors)
    const isSame = time.startsAt === appointment.startsAt && serviceId === appointment.service.id
    setErrors(isSame ? { time: 'Elige una hora distinta de la actual' } : {})
    if (!isSame) move.mutate({ startsAt: time.startsAt, serviceId })
  }

  function change(next: ChosenTime) {
    setOutside(undefined)
    setErrors({})
    setWhen(next)
  }

  const isAsked = outside !== undefined
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && !move.isPending && onClose()}
      title={`Mover la cita de ${whoComes(appointment)}`}
      description={`Ahora es el ${formatLongMoment(appointment.startsAt)}.`}
      keepOpenOnOutsidePress
      footer={
        <div className="grid grow gap-3">
          <FormError error={move.isError && !isAsked && errorMessage(move.error)} />
          {outside && (
            <Banner
              role="alert"
              tone="amber"
              action={
                <Button
                  variant="secondary"
                  size="small"
                  onClick={() => move.mutate({ ...outside, evenOutsideHours: true })}
                >
                  Mover igual
                </Button>
              }
            >
              A esa hora el profesional no atiende. Puedes mover igual, si lo acordaron.
            </Banner>
          )}
          <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
            <Button variant="secondary" onClick={onClose} disabled={move.isPending}>
              Volver
            </Button>
            <Button type="submit" form={formId} pending={move.isPending} pendingLabel="Moviendo…">
              Mover la cita
            </Button>
          </div>
        </div>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-5 pb-1">
        {options.length > 1 && (
          <SelectField
            label="Profesional"
            value={serviceId}
            onChange={({ currentTarget }) => {
              setOutside(undefined)
              setServiceId(currentTarget.value)
            }}
            options={options.map(({ professional, service }) => ({ value: service.id, label: professional.name }))}
          />
        )}
        <TimeChoice
          centerId={centerId}
          serviceId={serviceId}
          value={when}
          onChange={change}
          errors={errors}
          moving={appointment.id}
        />
      </form>
    </Dialog>
  )
}
