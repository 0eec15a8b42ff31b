import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import type { AgendaAppointment } from '#contract/agenda.ts'
import { placeLabels } from '#web/features/appointments/places.ts'
import { useApi } from '#web/platform/api.ts'
import { errorCode } from '#web/platform/error-message.ts'
import { formResolver } from '#web/platform/form-resolver.ts'
import { formatDay, formatMoney } from '#web/platform/formats.ts'
import { formatLongMoment, isDay } from '#web/platform/local-days.ts'
import { applyServerErrors } from '#web/platform/server-errors.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'
import { useDiscardQuestion } from '#web/ui/use-discard-question.tsx'

import { whoComes } from '../appointment-style.ts'
import { type BookFormOf, type BookValues, bookForm, firstValues, lastService } from './book-values.ts'
import { conflictText } from './conflict-text.ts'
import { offerOf, ServiceOptions } from './service-options.tsx'
import { TimeChoice } from './time-choice.tsx'
import type { ChosenTime } from './time-values.ts'
import { type Entry, useBookAtDesk } from './use-book-at-desk.ts'
import { WhoFields } from './who-fields.tsx'

export type BookDialogProps = BookFormOf & {
  centerId: string
  open: boolean
  onClose: () => void
  onBooked: (appointment: AgendaAppointment) => void
}

/** A new appointment for somebody on the telephone or at the desk. */
export function BookDialog({ centerId, open, onClose, onBooked, ...about }: BookDialogProps) {
  const { professionals } = about.agenda
  const form = useForm<BookValues, unknown, Entry>({
    resolver: formResolver(bookForm),
    defaultValues: firstValues(about),
    // Somebody missing comes first, and is no field: see `focusRefused`.
    shouldFocusError: false,
  })
  const { register, setValue, getValues, clearErrors } = form
  const { errors, isSubmitting } = form.formState
  const [serviceId, place, date, time, person] = useWatch({
    control: form.control,
    name: ['serviceId', 'place', 'date', 'time', 'person'],
  })
  const offer = offerOf({ professionals, serviceId })
  const places = offer?.professional.places ?? []
  const formId = useId()
  const searchRef = useRef<HTMLInputElement>(null)
  const serviceRef = useRef<HTMLSelectElement>(null)
  const submitRef = useRef<HTMLButtonElement>(null)
  // Outside hours the desk may insist, as long as it is about the same service and time.
  const query = `${serviceId} ${date} ${time}`
  const [outside, setOutside] = useState<string>()
  const [why, setWhy] = useState<string>()
  const entry = useBookAtDesk({ centerId })
  const discard = useDiscardQuestion({ open, pending: isSubmitting, onClose })

  // A refusal was about the combination that was sent: it goes as soon as a part of that combination changes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of these values is a possible cause
  useEffect(() => {
    clearErrors('root')
    clearErrors(['date', 'time'])
  }, [clearErrors, serviceId, place, date, time, person])

  // A known person most often comes for the same thing again. What the desk has chosen itself stays.
  const { queries } = useApi()
  const known = useQuery({
    ...queries.contacts.get.queryOptions({
      input: { centerId, kind: person?.kind ?? 'guest', personId: person?.id ?? '' },
    }),
    enabled: open && person !== undefined,
  })
  const visits = person ? known.data?.appointments : undefined
  const proposeLast = useEffectEvent(() => {
    if (!visits || getValues('serviceId') !== '') return
    const last = lastService({
      visits,
      professionals,
      professionalId: about.at?.professionalId ?? about.professionalId,
    })
    if (!last) return
    setValue('serviceId', last.serviceId)
    setValue('place', last.places[0] ?? 'center')
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each known person is proposed their own
  useEffect(() => proposeLast(), [visits])

  async function book(wanted: Entry) {
    setOutside(undefined)
    let booked: AgendaAppointment
    try {
      booked = await entry.mutateAsync(wanted)
    } catch (error) {
      const named = conflictText(error)
      if (errorCode(error) === 'appointments.outside_hours') {
        setWhy(named)
        return setOutside(query)
      }
      applyServerErrors(form, error, {
        fields: place === 'home' ? ['serviceId', 'place', 'homeAddress'] : ['serviceId', 'place'],
        renamed: {
          // A known person has no such fields here.
          ...(!person && {
            'person.fullName': 'guest.fullName',
            'person.phone': 'guest.phone',
            'person.email': 'guest.email',
          }),
          startsAt: 'date',
        },
        codes: {
          'appointments.address_required': 'homeAddress',
          'agenda.unknown_service': 'serviceId',
          'appointments.slot_taken': 'time',
        },
      })
      if (named) form.setError('time', { message: named })
      focusRefused()
      return
    }
    toast({
      kind: 'success',
      title: 'Cita agendada',
      description: `${whoComes(booked)}, ${formatLongMoment(booked.startsAt)}.`,
    })
    onClose()
    onBooked(booked)
  }

  function focusRefused() {
    requestAnimationFrame(() =>
      document.getElementById(formId)?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus(),
    )
  }

  function keepToOffer() {
    const offered = offerOf({ professionals, serviceId: getValues('serviceId') })?.professional.places ?? []
    if (!offered.includes(getValues('place'))) setValue('place', offered[0] ?? 'center')
  }

  function choose({ date, time }: ChosenTime) {
    discard.markTouched()
    setValue('date', date)
    setValue('time', time)
  }

  const service = register('serviceId', { onChange: keepToOffer })
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && discard.requestClose()}
      title="Nueva cita"
      keepOpenOnOutsidePress
      initialFocus={about.person ? serviceRef : searchRef}
      footer={
        discard.question || (
          <div className="grid grow gap-3">
            {/* A time without a field yet is asked for once a service is chosen. */}
            <FormError error={errors.root?.message} />
            {outside === query && (
              <Banner
                role="alert"
                tone="amber"
                action={
                  <Button
                    variant="secondary"
                    size="small"
                    onClick={form.handleSubmit((wanted) => book({ ...wanted, evenOutsideHours: true }), focusRefused)}
                  >
                    Agendar igual
                  </Button>
                }
              >
                {`A esa hora ${offer?.professional.name ?? 'el profesional'} no atiende. ${why ? `${why} ` : ''}Puedes agendar igual, si lo acordaron.`}
              </Banner>
            )}
            <div className="flex flex-col-reverse gap-2 sm:flex-row sm:flex-wrap sm:justify-end">
              <p className="self-center sm:basis-full text-ink-soft max-sm:order-last max-sm:text-center">
                {offer && (
                  <>
                    <span className="text-ink font-semibold">{formatMoney(offer.service.priceCents)}</span>
                    {` · ${offer.service.durationMinutes} min · se paga en el centro`}
                  </>
                )}
              </p>
              <Button variant="secondary" onClick={onClose} disabled={isSubmitting}>
                Volver
              </Button>
              <Button
                ref={submitRef}
                type="submit"
                form={formId}
                pending={isSubmitting}
                pendingLabel={entry.isPaused ? 'Sin conexión…' : 'Agendando…'}
              >
                {time && isDay(date) ? `Agendar ${formatDay(date)}, ${time}` : 'Agendar'}
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
        onSubmit={(event) => void form.handleSubmit(book, focusRefused)(event)}
        className="grid gap-5 pb-1"
      >
        <WhoFields
          centerId={centerId}
          form={form}
          searchRef={searchRef}
          onKnown={() => requestAnimationFrame(() => (time && serviceId ? submitRef : serviceRef).current?.focus())}
        />
        <SelectField
          {...service}
          ref={(select) => {
            service.ref(select)
            serviceRef.current = select
          }}
          label="Servicio y profesional"
          required
          placeholder={serviceId ? undefined : 'Elige el servicio'}
          error={errors.serviceId?.message}
        >
          <ServiceOptions professionals={professionals} />
        </SelectField>
        {places.length > 1 && (
          <SelectField
            key={serviceId}
            {...register('place')}
            error={form.formState.errors.place?.message}
            label="Dónde"
            options={places.map((each) => ({ value: each, label: placeLabels[each] }))}
          />
        )}
        {place === 'home' && (
          <TextField
            {...register('homeAddress')}
            label="Dirección de la visita"
            hint="Después la ve solo el profesional que hace la visita."
            required
            maxLength={300}
            autoComplete="off"
            error={errors.homeAddress?.message}
          />
        )}
        {professionals.every(({ services }) => services.length === 0) && (
          <Banner tone="amber">Todavía no hay servicios que agendar. Se agregan en Equipo.</Banner>
        )}
        {serviceId && (
          <TimeChoice
            centerId={centerId}
            serviceId={serviceId}
            fields={{ date: register('date'), time: register('time') }}
            value={{ date, time }}
            onChoose={choose}
            errors={errors}
          />
        )}
      </form>
    </Dialog>
  )
}
