import { useRef } from 'react'

import type { AgendaAppointment, AgendaProfessional } from '#contract/agenda.ts'
import { homeAddressMax, placeLabels } from '#contract/places.ts'
import { countedAppointments } from '#contract/series.ts'
import { PackageChoice } from '#web/features/packages/package-choice.tsx'
import { formatDay, formatLongMoment } from '#web/platform/formats.ts'
import { isDay } from '#web/platform/local-days.ts'
import { Banner } from '#web/ui/banner.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'

import { useBookAtDesk } from '../api/book-at-desk.ts'
import { attendeeName } from '../appointment-style.ts'
import { BookSummary, PackageCover } from './book-summary.tsx'
import type { BookFormContext, BookRequest } from './book-values.ts'
import { ChangedOfferBanner } from './changed-offer.tsx'
import { OutsideHoursBanner, useOutsideHours } from './outside-hours.tsx'
import { RepeatFields } from './repeat-fields.tsx'
import type { SeriesPlan } from './series-plan.ts'
import { ServiceOptions } from './service-options.tsx'
import { TimeChoice } from './time-choice.tsx'
import type { ChosenTime } from './time-values.ts'
import { type BookForm, useBookForm } from './use-book-form.ts'
import { useSeries } from './use-series.ts'
import { useSeriesBooking } from './use-series-booking.ts'
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
  const series = useSeries({ centerId, open, serviceId, date, time, person: values.person })
  const seriesBooking = useSeriesBooking({ centerId, series, bookForm, formRef, onBooked: finish })
  const plan = series.isOn ? series.plan : undefined
  const usedPackage = bookForm.packages.find(({ id }) => id === values.packageId)

  function finish(booked: AgendaAppointment) {
    onClose()
    onBooked(booked)
  }

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
    finish(booked)
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
      touched={isDirty || series.isOn}
      error={undefined}
      notice={
        <>
          {/* A missing time shows no error before a service is chosen: its field appears only then. */}
          <FormError error={errors.root?.message ?? (series.isOn ? seriesBooking.problem : undefined)} />
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
      summary={<BookSummary offer={offer} place={values.place} usedPackage={usedPackage} plan={plan} />}
      submitLabel={submitLabel({ date, time, plan })}
      pendingLabel="Agendando…"
      cancelLabel="Volver"
      onSubmit={(event) => form.handleSubmit(series.isOn ? seriesBooking.book : book, focusInvalid)(event)}
    >
      <WhoFields centerId={centerId} form={form} searchRef={searchRef} onPersonChosen={focusNext} />
      <WhatFields bookForm={bookForm} professionals={professionals} serviceRef={serviceRef} />
      {serviceId && <WhenFields centerId={centerId} bookForm={bookForm} />}
      {offer && <RepeatFields series={series} date={date} durationMinutes={offer.service.durationMinutes} />}
      <PackageChoice
        packages={bookForm.packages}
        packageId={values.packageId}
        onChange={(packageId) => form.setValue('packageId', packageId, { shouldDirty: true })}
        to=""
      />
      <PackageCover usedPackage={usedPackage} plan={plan} />
    </FormDialog>
  )
}

function submitLabel({ date, time, plan }: { date: string; time: string; plan: SeriesPlan | undefined }): string {
  if (plan && plan.open > 0) return 'Agendar la serie'
  if (plan && plan.starts.length > 0) return `Agendar ${countedAppointments(plan.starts.length)}`
  return time && isDay(date) ? `Agendar ${formatDay(date)}, ${time}` : 'Agendar'
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
