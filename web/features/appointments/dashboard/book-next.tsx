import { Link } from '@tanstack/react-router'
import { placeLabels } from '#contract/places.ts'
import type { Therapy } from '#contract/therapies.ts'
import { formatDuration } from '#web/features/centers/offers.ts'
import { errorMessage } from '#web/platform/error-message.ts'
import { formatLongMoment, formatMoney } from '#web/platform/formats.ts'
import { localMoment } from '#web/platform/local-days.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { dot } from '#web/ui/dot.ts'
import { toast } from '#web/ui/toast.ts'
import { useBookNextSession } from '../api/book-next-session.ts'
import { useUndoBooking } from './use-undo-booking.ts'

/** Books the proposed session in one press. The hour, the price and the place are shown beside the button. */
export function BookNext({ therapy }: { therapy: Therapy }) {
  const booking = useBookNextSession()
  const undo = useUndoBooking()
  const { professionalId, serviceId, dependantId, service, center, proposal } = therapy

  async function book({ startsAt, priceCents }: NonNullable<Therapy['proposal']>): Promise<void> {
    try {
      const booked = await booking.mutateAsync({ professionalId, serviceId, dependantId, startsAt, priceCents })
      toast({
        kind: 'success',
        title: booked.status === 'pending' ? 'Pedido enviado al centro' : '¡Reserva confirmada!',
        description: `${service.name}, ${formatLongMoment(booked.startsAt)}.`,
        durationMs: 12_000,
        ...(booked.can.cancel && { action: { label: 'Deshacer', onPress: () => void undo(booked) } }),
      })
    } catch (error) {
      toast({ kind: 'destructive', title: 'No se pudo completar la reserva', description: errorMessage(error) })
    }
  }

  return (
    <>
      {proposal && (
        <>
          <Button
            size="small"
            pending={booking.isPending}
            pendingLabel="Reservando…"
            onClick={() => void book(proposal)}
          >
            Reservar la próxima
            <span className="sr-only">{`: ${service.name}, ${formatLongMoment(proposal.startsAt)}`}</span>
          </Button>
          <p className="order-first w-full text-sm text-ink-soft">
            {[
              formatLongMoment(proposal.startsAt),
              formatDuration(proposal.durationMinutes),
              formatMoney(proposal.priceCents),
              placeLabels[proposal.place],
              ...(proposal.confirmsManually ? ['el centro la confirma'] : []),
            ].join(dot)}
          </p>
        </>
      )}
      <Link
        to="/book/$centerId"
        params={{ centerId: center.id }}
        search={{
          offer: serviceId,
          professional: professionalId,
          ...(proposal && { place: proposal.place, date: localMoment(proposal.startsAt).date }),
        }}
        className={buttonClass({ size: 'small', variant: 'secondary' })}
      >
        {proposal ? 'Elegir otra hora' : 'Buscar una hora'}
        <span className="sr-only">{`: ${service.name}`}</span>
      </Link>
    </>
  )
}
