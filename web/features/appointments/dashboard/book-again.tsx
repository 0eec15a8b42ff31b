import { Link, useRouter } from '@tanstack/react-router'
import { useState } from 'react'

import type { Appointment } from '#contract/appointments.ts'
import { errorMessage } from '#web/platform/error-message.ts'
import { formatLongDay, formatLongMoment, formatMoney } from '#web/platform/formats.ts'
import { Button } from '#web/ui/button.tsx'
import { type ButtonStyle, buttonClass } from '#web/ui/button-class.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { changedPriceIn, useBookAgain } from '../api/book-again.ts'
import { useUndoBooking } from './use-undo-booking.ts'

/** Books the same session with the same professional on the same weekday, with one press. A changed price asks first. */
export function BookAgain({ appointment, ...style }: { appointment: Appointment } & ButtonStyle) {
  const { service, startsAt } = appointment
  const router = useRouter()
  const booking = useBookAgain()
  const undo = useUndoBooking()
  const [newPrice, setNewPrice] = useState<number>()

  async function book(priceCents: number): Promise<void> {
    const booked = await booking.mutateAsync({ appointmentId: appointment.id, priceCents })
    toast({
      kind: 'success',
      title: booked.status === 'pending' ? 'Pedido enviado al centro' : '¡Reserva confirmada!',
      description: `${service.name}, ${formatLongMoment(booked.startsAt)}, ${formatMoney(booked.priceCents)}.`,
      durationMs: 12_000,
      ...(booked.can.cancel && { action: { label: 'Deshacer', onPress: () => void undo(booked) } }),
    })
  }

  async function press(): Promise<void> {
    try {
      await book(appointment.priceCents)
    } catch (error) {
      const changed = changedPriceIn(error)
      if (changed !== undefined) return setNewPrice(changed)
      toast({
        kind: 'destructive',
        title: 'No se pudo completar la reserva',
        description: errorMessage(error),
        durationMs: 12_000,
        action: { label: 'Elegir otra hora', onPress: () => router.history.push(bookAgainHref(appointment)) },
      })
    }
  }

  return (
    <>
      <Button {...style} pending={booking.isPending} pendingLabel="Reservando…" onClick={() => void press()}>
        Reservar de nuevo
        <span className="sr-only">{`: ${service.name}, como el ${formatLongDay(startsAt)}`}</span>
      </Button>
      {newPrice !== undefined && (
        <ConfirmDialog
          open
          onOpenChange={(open) => !open && setNewPrice(undefined)}
          title="El precio cambió"
          consequences={[
            `Antes costaba ${formatMoney(appointment.priceCents)}; ahora cuesta ${formatMoney(newPrice)}.`,
            'Reservamos la primera hora libre del mismo día de la semana.',
          ]}
          confirmLabel={`Reservar por ${formatMoney(newPrice)}`}
          onConfirm={() => book(newPrice)}
        />
      )}
    </>
  )
}

/** The booking page for the same session, to choose the day and the hour. */
export function ChooseAnotherTime({ appointment, ...style }: { appointment: Appointment } & ButtonStyle) {
  const { center, service, professional, place } = appointment
  return (
    <Link
      to="/book/$centerId"
      params={{ centerId: center.id }}
      search={{ offer: service.id, professional: professional.id, place }}
      className={buttonClass(style)}
    >
      Elegir otra hora
    </Link>
  )
}

export function bookAgainHref({ center, service, professional, place }: Appointment): string {
  return `/book/${center.id}?${new URLSearchParams({ offer: service.id, professional: professional.id, place })}`
}
