import { useRef } from 'react'

import type { AgendaAppointment, AgendaProfessional } from '#contract/agenda.ts'
import { homeAddressMax, type Place, placeLabels } from '#contract/places.ts'
import { payTo } from '#web/features/appointments/payment-sentence.ts'
import { PackageChoice } from '#web/features/packages/package-choice.tsx'
import { formatDay, formatLongMoment, formatMoney } from '#web/platform/formats.ts'
import { isDay } from '#web/platform/local-days.ts'
import { Banner } from '#web/ui/banner.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'

import { useBookAtDesk } from '../api/book-at-desk.ts'
import { attendeeName } from '../appointment-style.ts'
import type { BookFormContext, BookRequest } from './book-values.ts'
import { ChangedOfferBanner } from './changed-offer.tsx'
import { OutsideHoursBanner, useOutsideHours } from './outside-hours.tsx'
import { ServiceOptions } from './service-options.tsx'
import { TimeChoice } from './time-choice.tsx'
import type { ChosenTime } from './time-values.ts'
import { type BookForm, useBookForm } from './use-book-form.ts'
import { WhoFields } from './who-fields.tsx'

export type BookDialogProps = BookFormContext & {
  centerId: string
  open: boolean
  onClose: () => void
  onBooked: (appointment: AgendaAppointment) => void
}

export function BookDialog({ centerId, open, onClose, onBooked, ...initial }: BookDialogProps) {
  const formRef = useRef<HTMLFormElement>(null)
  const searchRef = useRef<HTMLInputElement>(null)
  const serviceRef = useRef<HTMLSelectElement>(null)
  const submitRef = useRef<HTMLButtonElement>(null)
  const bookForm = useBookForm({ centerId, open, ...initial, onProposed: focusSubmit })
  const { form, values, offer, professionals } = bookForm
  const { serviceId, date, time } = values
  const { errors, isSubmitting, isDirty } = form.formState
  const outside = useOutsideHours(`${serviceId} ${date} ${time}`)
  const booking = useBookAtDesk()

  async function book(request: BookRequest) {
    outside.clear()
    bookForm.clearRefusedOffer()
    let booked: AgendaAppointment
    try {
      booked = await booking.mutateAsync({ centerId, ...request, terms: offer?.service.terms ?? '' })
    } catch (error) {
      if (outside.noteRefusal(error)) return
      bookForm.showRefusal(error)
      focusInvalid()
      return
    }
    toast({
      kind: 'success',
      title: 'Cita agendada',
      description: `${attendeeName(booked)}, ${formatLongMoment(booked.startsAt)}.`,
    })
    onClose()
    onBooked(booked)
  }

  /** The proposed service leaves nothing to choose: Enter books, unless the receptionist went on to another field. */
  function focusSubmit() {
    requestAnimationFrame(() => {
      if (document.activeElement === serviceRef.current && form.getValues('time') !== '') submitRef.current?.focus()
    })
  }

  const focusNext = () => requestAnimationFrame(() => (time && serviceId ? submitRef : serviceRef).current?.focus())

  function focusInvalid() {
    requestAnimationFrame(() => formRef.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
  }

  return (
    <FormDialog
      formRef={formRef}
      submitRef={submitRef}
      open={open}
      onClose={onClose}
      title="Nueva cita"
      initialFocus={initial.person ? serviceRef : searchRef}
      pending={isSubmitting}
      touched={isDirty}
      error={undefined}
      notice={
        <>
          {/* A missing time shows no error before a service is chosen: its field appears only then. */}
          <FormError error={errors.root?.message} />
          <ChangedOfferBanner before={bookForm.refusedOffer} now={offer} />
          <OutsideHoursBanner
            outside={outside}
            verb="agendar"
            {...(offer && { professionalName: offer.professional.name })}
            onInsist={() =>
              void form.handleSubmit((request) => book({ ...request, evenOutsideHours: true }), focusInvalid)()
            }
          />
        </>
      }
      summary={<Price offer={offer} place={values.place} isByPackage={values.packageId !== ''} />}
      submitLabel={time && isDay(date) ? `Agendar ${formatDay(date)}, ${time}` : 'Agendar'}
      pendingLabel="Agendando…"
      cancelLabel="Volver"
      onSubmit={(event) => form.handleSubmit(book, focusInvalid)(event)}
    >
      <WhoFields centerId={centerId} form={form} searchRef={searchRef} onPersonChosen={focusNext} />
      <WhatFields bookForm={bookForm} professionals={professionals} serviceRef={serviceRef} />
      {serviceId && <WhenFields centerId={centerId} bookForm={bookForm} />}
      <PackageChoice
        packages={bookForm.packages}
        packageId={values.packageId}
        onChange={(packageId) => form.setValue('packageId', packageId, { shouldDirty: true })}
        to=""
      />
    </FormDialog>
  )
}

/** Says where the patient is attended, also where the professional leaves no choice. */
function Price({ offer, place, isByPackage }: Pick<BookForm, 'offer'> & { place: Place; isByPackage: boolean }) {
  return (
    <p className="self-center sm:basis-full text-ink-soft max-sm:order-last max-sm:text-center">
      {offer && (
        <>
          <span className="text-ink font-semibold">
            {isByPackage ? 'Una sesión de su bono' : formatMoney(offer.service.priceCents)}
          </span>
          {` · ${offer.service.durationMinutes} min · ${placeLabels[place]}`}
          {!isByPackage && ` · se paga ${payTo(place)}`}
        </>
      )}
    </p>
  )
}

type WhatFieldsProps = {
  bookForm: BookForm
  professionals: readonly AgendaProfessional[]
  serviceRef: React.RefObject<HTMLSelectElement | null>
}

function WhatFields({ bookForm, professionals, serviceRef }: WhatFieldsProps) {
  const { form, offer } = bookForm
  const { serviceId, place } = bookForm.values
  const { errors } = form.formState
  const places = offer?.professional.places ?? []
  const service = form.register('serviceId', { onChange: bookForm.ensureOfferedPlace })
  return (
    <>
      <SelectField
        // A select whose chosen option disappears shows another one.
        key={bookForm.renewals}
        {...service}
        ref={(select) => {
          service.ref(select)
          serviceRef.current = select
        }}
        label="Servicio y profesional"
        required
        placeholder={offer ? undefined : 'Elige el servicio'}
        error={errors.serviceId?.message}
      >
        <ServiceOptions professionals={professionals} />
      </SelectField>
      {places.length > 1 && (
        <SelectField
          key={serviceId}
          {...form.register('place')}
          error={errors.place?.message}
          label="Dónde"
          options={places.map((each) => ({ value: each, label: placeLabels[each] }))}
        />
      )}
      {place === 'home' && (
        <TextField
          {...form.register('homeAddress')}
          label="Dirección de la visita"
          hint="Después la ve solo el profesional que hace la visita."
          required
          maxLength={homeAddressMax}
          autoComplete="off"
          error={errors.homeAddress?.message}
        />
      )}
      {professionals.every(({ services }) => services.length === 0) && (
        <Banner tone="amber">Todavía no hay servicios que agendar. Se agregan en Equipo.</Banner>
      )}
    </>
  )
}

function WhenFields({ centerId, bookForm: { form, values } }: { centerId: string; bookForm: BookForm }) {
  function choose({ date, time }: ChosenTime) {
    form.setValue('date', date, { shouldDirty: true })
    form.setValue('time', time, { shouldDirty: true })
  }
  return (
    <TimeChoice
      centerId={centerId}
      serviceId={values.serviceId}
      fields={{ date: form.register('date'), time: form.register('time') }}
      value={{ date: values.date, time: values.time }}
      onChoose={choose}
      errors={form.formState.errors}
    />
  )
}
