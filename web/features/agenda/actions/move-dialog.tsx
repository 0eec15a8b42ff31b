import { useEffect, useId, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { z } from 'zod'
import type { Agenda, AgendaAppointment } from '#contract/agenda.ts'
import { useApi } from '#web/platform/api.ts'
import { clockText } from '#web/platform/clock-text.ts'
import { errorCode, errorMessage } from '#web/platform/error-message.ts'
import { formFault, formResolver } from '#web/platform/form-resolver.ts'
import { formatLongMoment } from '#web/platform/local-days.ts'
import { localClock } from '#web/platform/local-instants.ts'
import { applyServerErrors } from '#web/platform/server-errors.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { toast } from '#web/ui/toast.ts'
import { useDiscardQuestion } from '#web/ui/use-discard-question.tsx'

import { notNotifiedText, whoComes } from '../appointment-style.ts'
import { conflictText } from '../booking/conflict-text.ts'
import { TimeChoice } from '../booking/time-choice.tsx'
import { type ChosenTime, instantOf, timeFields } from '../booking/time-values.ts'
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

const moveForm = z.object({ serviceId: z.string(), ...timeFields })
type MoveValues = z.output<typeof moveForm>

type Target = { startsAt: string; serviceId: string; evenOutsideHours?: boolean }

/** Another time, or another professional who does the same. */
export function MoveDialog({ centerId, agenda, appointment, open, onClose, onMoved }: MoveDialogProps) {
  const { api } = useApi()
  const formId = useId()
  const patch = useAgendaPatch({ centerId })
  const refresh = useAgendaRefresh({ centerId })
  const { date: dateNow, minute } = localClock(appointment.startsAt)
  const form = useForm<MoveValues>({
    resolver: formResolver(moveForm),
    defaultValues: { serviceId: appointment.service.id, date: dateNow, time: clockText(minute) },
  })
  const { register, setValue, clearErrors } = form
  const { errors, isSubmitting } = form.formState
  const [serviceId, date, time] = useWatch({ control: form.control, name: ['serviceId', 'date', 'time'] })
  // Outside hours the desk may insist, as long as it is about the same service and time.
  const query = `${serviceId} ${date} ${time}`
  const [outside, setOutside] = useState<string>()
  const [why, setWhy] = useState<string>()
  const options = sameServices({ agenda, appointment })
  const discard = useDiscardQuestion({ open, pending: isSubmitting, onClose })

  // A refusal was about the combination that was sent: it goes as soon as a part of that combination changes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of these values is a possible cause
  useEffect(() => {
    clearErrors('root')
    clearErrors(['date', 'time'])
  }, [clearErrors, serviceId, date, time])

  const run = ({ id }: AgendaAppointment, target: Target) => api.agenda.move({ centerId, appointmentId: id, ...target })

  async function move({ serviceId, ...when }: MoveValues, evenOutsideHours = false) {
    setOutside(undefined)
    const startsAt = instantOf(when)
    if (startsAt === appointment.startsAt && serviceId === appointment.service.id) {
      form.setError('time', { message: 'Elige una hora distinta de la actual' }, { shouldFocus: true })
      return
    }
    let change: AgendaAppointment & { notified: boolean }
    try {
      change = await run(appointment, { startsAt, serviceId, evenOutsideHours })
    } catch (error) {
      if (errorCode(error) === 'appointments.outside_hours') setOutside(query)
      else {
        applyServerErrors(form, error, {
          // With one professional there is no such field.
          fields: options.length > 1 ? ['serviceId'] : [],
          renamed: { startsAt: 'date' },
          codes: { 'appointments.slot_taken': 'time' },
        })
      }
      const named = conflictText(error)
      setWhy(named)
      if (named && errorCode(error) !== 'appointments.outside_hours') form.setError('time', { message: named })
      void refresh()
      return
    }
    const { notified, ...moved } = change
    patch(moved)
    toast({
      kind: 'success',
      title: 'Cita movida',
      description: `${whoComes(moved)}, ${formatLongMoment(moved.startsAt)}. ${notified ? 'Ya le avisamos.' : notNotifiedText(moved)}`,
      durationMs: 8000,
      action: { label: 'Deshacer', onPress: () => void takeBack(moved) },
    })
    await refresh()
    onClose()
    onMoved(moved)
  }

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

  function choose({ date, time }: ChosenTime) {
    discard.markTouched()
    setValue('date', date)
    setValue('time', time)
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && discard.requestClose()}
      title={`Mover la cita de ${whoComes(appointment)}`}
      description={`Ahora es el ${formatLongMoment(appointment.startsAt)}.`}
      keepOpenOnOutsidePress
      footer={
        discard.question || (
          <div className="grid grow gap-3">
            <FormError error={formFault(errors)} />
            {outside === query && (
              <Banner
                role="alert"
                tone="amber"
                action={
                  <Button variant="secondary" size="small" onClick={form.handleSubmit((values) => move(values, true))}>
                    Mover igual
                  </Button>
                }
              >
                {`A esa hora el profesional no atiende. ${why ? `${why} ` : ''}Puedes mover igual, si lo acordaron.`}
              </Banner>
            )}
            <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
              <Button variant="secondary" onClick={onClose} disabled={isSubmitting}>
                Volver
              </Button>
              <Button type="submit" form={formId} pending={isSubmitting} pendingLabel="Moviendo…">
                Mover la cita
              </Button>
            </div>
          </div>
        )
      }
    >
      <form
        id={formId}
        noValidate
        onInput={discard.markTouched}
        onSubmit={(event) => void form.handleSubmit((values) => move(values))(event)}
        className="grid gap-5 pb-1"
      >
        {options.length > 1 && (
          <SelectField
            {...register('serviceId')}
            error={form.formState.errors.serviceId?.message}
            label="Profesional"
            options={options.map(({ professional, service }) => ({ value: service.id, label: professional.name }))}
          />
        )}
        <TimeChoice
          centerId={centerId}
          serviceId={serviceId}
          fields={{ date: register('date'), time: register('time') }}
          value={{ date, time }}
          onChoose={choose}
          errors={errors}
          moving={appointment.id}
        />
      </form>
    </Dialog>
  )
}
