import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { z } from 'zod'
import type { Agenda, AgendaAppointment, AgendaProfessional } from '#contract/agenda.ts'
import { useApi } from '#web/platform/api.ts'
import { clockText, minuteOfText } from '#web/platform/clock-text.ts'
import { errorMessage } from '#web/platform/error-message.ts'
import { formFault } from '#web/platform/form-fault.ts'
import { formResolver } from '#web/platform/form-resolver.ts'
import { formatLongMoment } from '#web/platform/formats.ts'
import { isDay } from '#web/platform/local-days.ts'
import { localClock } from '#web/platform/local-instants.ts'
import { applyServerErrors } from '#web/platform/server-errors.ts'
import { useEdited } from '#web/platform/use-edited.ts'
import { Button } from '#web/ui/button.tsx'
import { ChangedMeanwhile } from '#web/ui/changed-meanwhile.tsx'
import { CheckboxField } from '#web/ui/checkbox-field.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { toast } from '#web/ui/toast.ts'
import { usePatchAgenda } from '../api/refresh-agenda.ts'

import { attendeeName, notNotifiedText } from '../appointment-style.ts'
import { conflictText } from '../booking/conflict-text.ts'
import { OutsideHoursBanner, useOutsideHours } from '../booking/outside-hours.tsx'
import { TimeChoice } from '../booking/time-choice.tsx'
import { type ChosenTime, fieldOfStart, instantOf, timeFields } from '../booking/time-values.ts'
import { ChangeResult, SeriesMovePreview } from '../series/change-result.tsx'
import { movedTitle } from '../series/change-words.ts'
import { SeriesScopeField } from '../series/scope-field.tsx'
import { useSeriesMove } from '../series/use-series-move.ts'

export type MoveDialogProps = {
  centerId: string
  agenda: Agenda
  appointment: AgendaAppointment
  open: boolean
  onClose: () => void
  onMoved: (appointment: AgendaAppointment) => void
}

const moveForm = z.object({ serviceId: z.string(), ...timeFields, isRequested: z.boolean() })
type MoveValues = z.output<typeof moveForm>

export function MoveDialog({ centerId, agenda, appointment, open, onClose, onMoved }: MoveDialogProps) {
  const { form, edited, outside, offers, series, submit } = useMoveForm({
    centerId,
    agenda,
    appointment,
    onClose,
    onMoved,
  })
  const { register, setValue } = form
  const { errors, isSubmitting, isDirty } = form.formState
  const [serviceId, date, time, isRequested] = useWatch({
    control: form.control,
    name: ['serviceId', 'date', 'time', 'isRequested'],
  })
  const target = targetOf({ date, time, isRequested })
  const previewed = series.previewOf(target)

  function choose({ date, time }: ChosenTime) {
    setValue('date', date, { shouldDirty: true })
    setValue('time', time, { shouldDirty: true })
  }

  if (series.result) {
    return (
      <Dialog
        open={open}
        onOpenChange={(next) => !next && series.leaveResult()}
        title={movedTitle(series.result.changed)}
        footer={<Button onClick={series.leaveResult}>Listo</Button>}
      >
        <ChangeResult centerId={centerId} change={series.result} />
      </Dialog>
    )
  }
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={
        <>
          {series.isOn ? 'Mover las citas de ' : 'Mover la cita de '}
          <span translate="no">{attendeeName(appointment)}</span>
        </>
      }
      description={`Ahora es el ${formatLongMoment(edited.seen.startsAt)}.`}
      pending={isSubmitting}
      touched={isDirty}
      error={undefined}
      notice={
        <>
          {edited.isStale && <ChangedMeanwhile onShowNew={edited.showNew} />}
          <FormError error={formFault(errors)} />
          <OutsideHoursBanner
            outside={outside}
            verb="mover"
            onInsist={form.handleSubmit((values) => submit(values, true))}
          />
        </>
      }
      submitLabel={series.submitLabel(target)}
      pendingLabel={series.isOn && !previewed ? 'Mirando…' : 'Moviendo…'}
      submitDisabled={previewed?.changed === 0}
      cancelLabel="Volver"
      onSubmit={form.handleSubmit((values) => submit(values))}
    >
      {appointment.series && (
        <SeriesScopeField
          series={appointment.series}
          legend="Qué citas de la serie"
          value={series.scope}
          onChange={series.setScope}
        />
      )}
      {offers.length > 1 && !series.isOn && (
        <SelectField
          {...register('serviceId')}
          error={errors.serviceId?.message}
          label="Profesional"
          options={offers.map(({ professional, service }) => ({
            value: service.id,
            label: professional.name,
            isName: true,
          }))}
        />
      )}
      <TimeChoice
        centerId={centerId}
        serviceId={series.isOn ? appointment.service.id : serviceId}
        fields={{ date: register('date'), time: register('time') }}
        value={{ date, time }}
        onChoose={choose}
        errors={errors}
        moving={appointment.id}
      />
      <CheckboxField
        {...register('isRequested')}
        error={errors.isRequested?.message}
        label="Lo pidió el paciente: ya sabe la hora nueva"
        hint="Si no le llega un correo, no queda una llamada pendiente."
      />
      {previewed && <SeriesMovePreview change={previewed} />}
    </FormDialog>
  )
}

function useMoveForm({ centerId, agenda, appointment, onClose, onMoved }: Omit<MoveDialogProps, 'open'>) {
  const { date: currentDate, minute } = localClock(appointment.startsAt)
  const form = useForm<MoveValues>({
    resolver: formResolver(moveForm),
    defaultValues: {
      serviceId: appointment.service.id,
      date: currentDate,
      time: clockText(minute),
      isRequested: false,
    },
  })
  const { clearErrors } = form
  const [serviceId, date, time] = useWatch({ control: form.control, name: ['serviceId', 'date', 'time'] })
  const outside = useOutsideHours(`${serviceId} ${date} ${time}`)
  const edited = useEdited(appointment, showNew)
  const { seen } = edited
  const offers = offersOfSameService({ agenda, appointment: seen })
  const move = useMoveWithUndo({ centerId, appointment: seen })
  const series = useSeriesMove({ centerId, appointment: seen, onClose, onMoved })

  function showNew({ service, startsAt }: AgendaAppointment) {
    const { date, minute } = localClock(startsAt)
    const values = { serviceId: service.id, date, time: clockText(minute), isRequested: false }
    form.reset(values, { keepDirtyValues: true })
  }

  // A refusal is about the combination that was sent: it disappears as soon as a part of that combination changes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of these values is a possible cause
  useEffect(() => {
    clearErrors('root')
    clearErrors(['date', 'time'])
  }, [clearErrors, serviceId, date, time])

  async function submit({ serviceId, isRequested, ...when }: MoveValues, evenOutsideHours = false) {
    outside.clear()
    const startsAt = instantOf(when)
    if (startsAt === seen.startsAt && (series.isOn || serviceId === seen.service.id)) {
      form.setError('time', { message: 'Elige una hora distinta de la actual' }, { shouldFocus: true })
      return
    }
    let moved: AgendaAppointment
    try {
      if (series.isOn) return await series.submit(targetOf({ ...when, isRequested }))
      moved = await move({ startsAt, serviceId, evenOutsideHours, by: isRequested ? 'patient' : 'center' })
    } catch (error) {
      showRefusal(error)
      return
    }
    onClose()
    onMoved(moved)
  }

  function showRefusal(error: unknown) {
    if (outside.noteRefusal(error) || edited.noteRefusal(error)) return
    applyServerErrors(form, error, {
      // With one professional, the form has no service field.
      fields: offers.length > 1 ? ['serviceId'] : [],
      renamed: { startsAt: fieldOfStart({ date }) },
      codes: { 'appointments.slot_taken': 'time' },
    })
    const conflict = conflictText(error)
    if (conflict) form.setError('time', { message: conflict })
  }

  return { form, edited, outside, offers, series, submit }
}

/** The start that is typed, for a series; empty while it is incomplete. */
function targetOf({ date, time, isRequested }: ChosenTime & { isRequested: boolean }) {
  const isTyped = isDay(date) && minuteOfText(time) !== undefined
  return { startsAt: isTyped ? instantOf({ date, time }) : '', by: isRequested ? 'patient' : 'center' } as const
}

type Target = { startsAt: string; serviceId: string; evenOutsideHours: boolean; by: 'patient' | 'center' }

function useMoveWithUndo({ centerId, appointment }: { centerId: string; appointment: AgendaAppointment }) {
  const { queries } = useApi()
  const moving = useMutation(queries.agenda.move.mutationOptions({ onSuccess: usePatchAgenda() }))
  const appointmentId = appointment.id

  async function undoMove({ version }: AgendaAppointment) {
    const { startsAt, service } = appointment
    try {
      await moving.mutateAsync({
        centerId,
        appointmentId,
        version,
        startsAt,
        serviceId: service.id,
        evenOutsideHours: true,
        by: 'center',
      })
      toast({ kind: 'success', title: 'La cita volvió a su hora', description: `${formatLongMoment(startsAt)}.` })
    } catch (error) {
      toast({ kind: 'destructive', title: 'No se pudo deshacer', description: errorMessage(error) })
    }
  }

  return async (target: Target): Promise<AgendaAppointment> => {
    const { notified, ...moved } = await moving.mutateAsync({
      centerId,
      appointmentId,
      version: appointment.version,
      ...target,
    })
    toast({
      kind: 'success',
      title: 'Cita movida',
      description: `${attendeeName(moved)}, ${formatLongMoment(moved.startsAt)}. ${notified ? 'Ya le avisamos.' : target.by === 'patient' ? 'Ya sabe la hora nueva: no hace falta llamar.' : notNotifiedText(moved)}`,
      durationMs: 8000,
      action: { label: 'Deshacer', onPress: () => void undoMove(moved) },
    })
    return moved
  }
}

type Offer = {
  professional: AgendaProfessional
  service: Pick<AgendaProfessional['services'][number], 'id' | 'name'>
  isOwn: boolean
}

/** The professionals who offer a service of the same name and duration that isn't cheaper; the appointment's own professional comes first. */
function offersOfSameService({ agenda, appointment }: { agenda: Agenda; appointment: AgendaAppointment }): Offer[] {
  const serviceName = appointment.service.name.trim().toLocaleLowerCase('es')
  const booked = agenda.professionals
    .flatMap(({ services }) => services)
    .find(({ id }) => id === appointment.service.id)
  const leastCents = Math.min(appointment.priceCents, booked?.priceCents ?? appointment.priceCents)
  return agenda.professionals
    .flatMap((professional): Offer[] => {
      const isOwn = professional.id === appointment.professionalId
      const service = isOwn
        ? professional.services.find(({ id }) => id === appointment.service.id)
        : professional.services.find(
            ({ name, durationMinutes, priceCents }) =>
              priceCents >= leastCents &&
              name.trim().toLocaleLowerCase('es') === serviceName &&
              durationMinutes === appointment.service.durationMinutes,
          )
      // An appointment for a discontinued service can still move within its own professional's agenda.
      if (!service) return isOwn ? [{ professional, service: appointment.service, isOwn }] : []
      return [{ professional, service, isOwn }]
    })
    .sort((a, b) => Number(b.isOwn) - Number(a.isOwn))
}
