import { useState } from 'react'

import type { AgendaAppointment } from '#contract/agenda.ts'
import { countedAppointments, seriesSize } from '#contract/series.ts'
import { errorMessage } from '#web/platform/error-message.ts'
import { formatLongMoment } from '#web/platform/formats.ts'
import { toast } from '#web/ui/toast.ts'

import { useBookSeries } from '../api/book-series.ts'
import { attendeeName } from '../appointment-style.ts'
import type { BookRequest } from './book-values.ts'
import { toResolve } from './series-dates.tsx'
import { coveredBy } from './series-plan.ts'
import type { BookForm } from './use-book-form.ts'
import type { Series } from './use-series.ts'

type Booking = {
  centerId: string
  series: Series
  bookForm: BookForm
  formRef: React.RefObject<HTMLFormElement | null>
  onBooked: (first: AgendaAppointment) => void
}

/** Books all dates of a series with one press, once each of them is resolved. */
export function useSeriesBooking({ centerId, series, bookForm, formRef, onBooked }: Booking) {
  const booking = useBookSeries()
  const [refusal, setRefusal] = useState<Refusal>()
  const { plan, repetition } = series

  function focusOpen() {
    requestAnimationFrame(() => formRef.current?.querySelector<HTMLElement>(`[${toResolve}]`)?.focus())
  }

  async function book({ startsAt: _startsAt, packageId, ...request }: BookRequest) {
    setRefusal(undefined)
    bookForm.clearRefusedOffer()
    if (missingOf(series) !== undefined) {
      setRefusal({ kind: 'missing' })
      focusOpen()
      return
    }
    if (!plan || repetition.rhythm === '') return
    const used = bookForm.packages.find(({ id }) => id === packageId)
    const sessions = used ? coveredBy(used, plan.starts) : 0
    try {
      const { first, notified, booked } = await booking.mutateAsync({
        centerId,
        ...request,
        rhythm: repetition.rhythm,
        starts: plan.starts,
        ...(used && sessions > 0 && { package: { id: used.id, sessions } }),
        terms: bookForm.offer?.service.terms ?? '',
      })
      toast({
        kind: 'success',
        title: booked === 1 ? 'Cita agendada' : `${countedAppointments(booked)} agendadas`,
        description: `${attendeeName(first)}, desde el ${formatLongMoment(first.startsAt)}. ${notified ? 'Le enviamos un solo correo con todas las fechas.' : 'No le llega correo: dile las fechas.'}`,
      })
      onBooked(first)
    } catch (error) {
      if (series.noteRefusal(error)) {
        setRefusal({ kind: 'lost', text: errorMessage(error) })
        focusOpen()
      } else bookForm.showRefusal(error)
    }
  }

  return { book, problem: refusal && problemOf(refusal, series) }
}

/** Something was missing, or times were lost since they were shown. */
type Refusal = { kind: 'missing' } | { kind: 'lost'; text: string }

/** What is still wrong: each date that is resolved counts at once. */
function problemOf(refusal: Refusal, series: Series): string | undefined {
  if (refusal.kind === 'missing') return missingOf(series)
  const isResolved = series.plan?.open === 0 && !series.query.isFetching
  return isResolved ? undefined : refusal.text
}

function missingOf({ plan, query, isLengthValid }: Series): string | undefined {
  if (!isLengthValid) return 'Revisa cuándo termina la serie.'
  if (query.error) return errorMessage(query.error)
  if (!plan || query.isPlaceholderData) return 'Espera un momento: estamos mirando las fechas.'
  if (plan.open > 0) return plan.open === 1 ? 'Falta resolver una fecha.' : `Faltan resolver ${plan.open} fechas.`
  if (plan.starts.length < seriesSize.min) return 'Quedó una sola cita: agenda más, o elige «No se repite».'
  return plan.starts.length > seriesSize.max ? `Una serie tiene hasta ${seriesSize.max} citas.` : undefined
}
