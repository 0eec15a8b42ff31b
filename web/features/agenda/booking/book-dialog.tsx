import { type FormEvent, useId, useRef, useState } from 'react'

import type { AgendaAppointment } from '#contract/agenda.ts'
import { placeLabels } from '#web/features/appointments/places.ts'
import { errorCode } from '#web/platform/error-message.ts'
import { formatDay, formatMoney } from '#web/platform/formats.ts'
import { formatLongMoment, isDay } from '#web/platform/local-days.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'

import { whoComes } from '../appointment-look.ts'
import { type BookFormOf, useBookForm } from './book-form.ts'
import { ServiceOptions } from './service-options.tsx'
import { TimeChoice } from './time-choice.tsx'
import { type Entry, useEntry } from './use-entry.ts'
import { WhoFields } from './who-fields.tsx'

export type BookDialogProps = BookFormOf & {
  centerId: string
  open: boolean
  onClose: () => void
  onBooked: (appointment: AgendaAppointment) => void
}

/** A new appointment for somebody on the telephone or at the desk. */
export function BookDialog({ centerId, open, onClose, onBooked, ...about }: BookDialogProps) {
  const form = useBookForm(about)
  const { offer, places, place, when, errors } = form
  const formId = useId()
  const searchRef = useRef<HTMLInputElement>(null)
  const serviceRef = useRef<HTMLSelectElement>(null)
  const submitRef = useRef<HTMLButtonElement>(null)
  const [failure, setFailure] = useState<string>()
  const [outside, setOutside] = useState<Entry>()

  const entry = useEntry({
    centerId,
    onEntered: (booked) => {
      toast({
        kind: 'success',
        title: 'Cita agendada',
        description: `${whoComes(booked)}, ${formatLongMoment(booked.startsAt)}.`,
      })
      onClose()
      onBooked(booked)
    },
  })

  function send(wanted: Entry) {
    setFailure(undefined)
    setOutside(undefined)
    entry.mutate(wanted, {
      onError: (error) => {
        const code = errorCode(error)
        if (code === 'appointments.outside_hours') return setOutside(wanted)
        setFailure(form.take(error))
        // What stands in the field is no longer free; the free ones are asked for again below it.
        if (code === 'appointments.slot_taken') form.setWhen({ ...when, time: '' })
      },
    })
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    const wanted = form.complete()
    if (wanted) send(wanted)
    else {
      setOutside(undefined)
      requestAnimationFrame(() =>
        document.getElementById(formId)?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus(),
      )
    }
  }

  /** Whatever is changed, the question about the hours was about something else. */
  function change<T>(set: (value: T) => void) {
    return (value: T) => {
      setOutside(undefined)
      set(value)
    }
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && !entry.isPending && onClose()}
      title="Nueva cita"
      keepOpenOnOutsidePress
      initialFocus={form.person ? serviceRef : searchRef}
      footer={
        <div className="grid grow gap-3">
          <FormError error={failure} />
          {outside && (
            <Banner
              role="alert"
              tone="amber"
              action={
                <Button variant="secondary" size="small" onClick={() => send({ ...outside, evenOutsideHours: true })}>
                  Agendar igual
                </Button>
              }
            >
              {`A esa hora ${offer?.professional.name ?? 'el profesional'} no atiende. Puedes agendar igual, si lo acordaron.`}
            </Banner>
          )}
          <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
            <p className="grow self-center text-ink-soft max-sm:order-last max-sm:text-center">
              {offer && (
                <>
                  <span className="text-ink font-semibold">{formatMoney(offer.service.priceCents)}</span>
                  {` · ${offer.service.durationMinutes} min · se paga en el centro`}
                </>
              )}
            </p>
            <Button variant="secondary" onClick={onClose} disabled={entry.isPending}>
              Volver
            </Button>
            <Button
              ref={submitRef}
              type="submit"
              form={formId}
              pending={entry.isPending}
              pendingLabel={entry.isPaused ? 'Sin conexión…' : 'Agendando…'}
            >
              {when.time && isDay(when.date) ? `Agendar ${formatDay(when.date)}, ${when.time}` : 'Agendar'}
            </Button>
          </div>
        </div>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-5 pb-1">
        <WhoFields
          centerId={centerId}
          form={form}
          searchRef={searchRef}
          onKnown={() =>
            requestAnimationFrame(() => (when.time && form.serviceId ? submitRef : serviceRef).current?.focus())
          }
        />
        <SelectField
          ref={serviceRef}
          label="Servicio y profesional"
          required
          placeholder={form.serviceId ? undefined : 'Elige el servicio'}
          value={form.serviceId}
          error={errors.service}
          onChange={({ currentTarget }) => change(form.setServiceId)(currentTarget.value)}
        >
          <ServiceOptions professionals={about.agenda.professionals} />
        </SelectField>
        {places.length > 1 && (
          <SelectField
            label="Dónde"
            value={place}
            onChange={({ currentTarget }) => form.setPlace(places.find((each) => each === currentTarget.value))}
            options={places.map((each) => ({ value: each, label: placeLabels[each] }))}
          />
        )}
        {place === 'home' && (
          <TextField
            label="Dirección de la visita"
            required
            maxLength={300}
            autoComplete="off"
            value={form.homeAddress}
            error={errors.homeAddress}
            onChange={({ currentTarget }) => form.setHomeAddress(currentTarget.value)}
          />
        )}
        {about.agenda.professionals.every(({ services }) => services.length === 0) && (
          <Banner tone="amber">Todavía no hay servicios que agendar. Se agregan en Equipo.</Banner>
        )}
        {form.serviceId && (
          <TimeChoice
            centerId={centerId}
            serviceId={form.serviceId}
            value={when}
            onChange={change(form.setWhen)}
            errors={errors}
          />
        )}
      </form>
    </Dialog>
  )
}
