import { useMutation } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { Appointment } from '#contract/appointments.ts'
import type { NextSession } from '#contract/therapies.ts'
import { useOwnPackages } from '#web/features/packages/use-own-packages.ts'
import { useApi } from '#web/platform/api.ts'
import { isConnectionLoss } from '#web/platform/error-message.ts'
import { formatLongDay, formatLongMoment, formatMoney } from '#web/platform/formats.ts'
import { addDays, localToday } from '#web/platform/local-days.ts'
import { Button } from '#web/ui/button.tsx'
import { type ButtonStyle, buttonClass } from '#web/ui/button-class.ts'
import { toast } from '#web/ui/toast.ts'
import { bookingToast } from '../booking-failure.ts'
import { bookingHref } from '../booking-href.ts'
import type { BookingSearch } from '../booking-search.ts'
import { payHref } from '../deposit-text.ts'
import { packagePays } from '../payment-sentence.ts'
import { bookedTitle, provisionalText } from '../provisional-text.ts'
import { changedSessionIn } from './changed-session.ts'
import { ChangedSessionDialog } from './changed-session-dialog.tsx'
import { useUndoBooking } from './use-undo-booking.ts'

/** Books the same session with the same professional on the same weekday, with one press. Changed terms ask first. */
export function BookAgain({ appointment, ...style }: { appointment: Appointment } & ButtonStyle) {
  const { service, startsAt } = appointment
  // The same weekday is at most a week away; a later time that the package does not cover is refused.
  const [paying] = useOwnPackages({ serviceId: service.id, day: addDays({ date: localToday(), days: 7 }) })
  const router = useRouter()
  const { queries } = useApi()
  const booking = useMutation(queries.therapies.bookAgain.mutationOptions())
  const undo = useUndoBooking()
  const [changed, setChanged] = useState<NextSession>()

  async function book(read: { terms: string; startsAt?: string }): Promise<void> {
    const { terms, startsAt: at } = read
    const request = {
      appointmentId: appointment.id,
      terms,
      packageId: paying?.id,
      ...(at !== undefined && { startsAt: at }),
    }
    const booked = await booking.mutateAsync(request).catch((error: unknown) => {
      setChanged((before) => changedSessionIn(error) ?? before)
      throw error
    })
    if (booked.status === 'held') return router.history.push(payHref(booked.id))
    toast({
      kind: 'success',
      title: booked.status === 'pending' ? 'Pedido enviado al centro' : bookedTitle(booked),
      description: [
        `${service.name}, ${formatLongMoment(booked.startsAt)}${booked.isByPackage ? '' : `, ${formatMoney(booked.priceCents)}`}.`,
        booked.isByPackage && packagePays,
        provisionalText(booked),
      ]
        .filter(Boolean)
        .join(' '),
      durationMs: 12_000,
      ...(booked.can.cancel && { action: { label: 'Deshacer', onPress: () => void undo(booked) } }),
    })
  }

  async function press(): Promise<void> {
    try {
      await book({ terms: appointment.againTerms })
    } catch (error) {
      if (changedSessionIn(error)) return
      toast({
        kind: 'destructive',
        ...bookingToast(error),
        durationMs: 12_000,
        ...(!isConnectionLoss(error) && {
          action: { label: 'Elegir otra hora', onPress: () => router.history.push(bookAgainHref(appointment)) },
        }),
      })
    }
  }

  return (
    <>
      <Button {...style} pending={booking.isPending} pendingLabel="Reservando…" onClick={() => void press()}>
        {paying ? 'Reservar de nuevo con tu bono' : 'Reservar de nuevo'}
        <span className="sr-only">{`: ${service.name}, como el ${formatLongDay(startsAt)}`}</span>
      </Button>
      {changed && (
        <ChangedSessionDialog
          session={changed}
          priceCents={appointment.priceCents}
          isByPackage={paying !== undefined}
          onClose={() => setChanged(undefined)}
          onConfirm={book}
        />
      )}
    </>
  )
}

/** The booking page for the same session, to choose the day and the hour. */
export function ChooseAnotherTime({ appointment, ...style }: { appointment: Appointment } & ButtonStyle) {
  return (
    <Link
      to="/book/$centerId"
      params={{ centerId: appointment.center.id }}
      search={sameSession(appointment)}
      className={buttonClass(style)}
    >
      Elegir otra hora
    </Link>
  )
}

export function bookAgainHref(appointment: Appointment): string {
  return bookingHref({ centerId: appointment.center.id, search: sameSession(appointment) })
}

function sameSession({ service, professional, place, attendee }: Appointment): BookingSearch {
  const { dependantId = null } = attendee ?? {}
  return {
    offer: service.id,
    professional: professional.id,
    place,
    ...(dependantId !== null && { attendee: dependantId }),
  }
}
