import { useMutation } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { placeLabels } from '#contract/places.ts'
import type { NextSession, Therapy } from '#contract/therapies.ts'
import { formatDuration } from '#web/features/centers/offers.ts'
import { paysWords } from '#web/features/packages/package-words.ts'
import { useOwnPackages } from '#web/features/packages/use-own-packages.ts'
import { OwnPrice } from '#web/features/promotions/own-price.tsx'
import { useApi } from '#web/platform/api.ts'
import { formatLongMoment, formatMoney } from '#web/platform/formats.ts'
import { localMoment, localToday } from '#web/platform/local-days.ts'
import { RowOwnTime } from '#web/platform/zone-note.tsx'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { dot } from '#web/ui/dot.ts'
import { toast } from '#web/ui/toast.ts'
import { bookingToast } from '../booking-failure.ts'
import { cancellationRule, packageRule } from '../cancellation-rule.ts'
import { payHref } from '../deposit-text.ts'
import { packagePays } from '../payment-sentence.ts'
import { bookedTitle, provisionalText } from '../provisional-text.ts'
import { changedSessionIn } from './changed-session.ts'
import { ChangedSessionDialog } from './changed-session-dialog.tsx'
import { useUndoBooking } from './use-undo-booking.ts'

/** Books the proposed session in one press. Its terms are shown beside the button; other ones ask first. */
export function BookNext({ therapy }: { therapy: Therapy }) {
  const { queries } = useApi()
  const router = useRouter()
  const booking = useMutation(queries.therapies.bookNext.mutationOptions())
  const undo = useUndoBooking()
  const { professionalId, serviceId, dependantId, service, center, proposal } = therapy
  const day = proposal ? localMoment(proposal.startsAt).date : localToday()
  const [paying] = useOwnPackages({ serviceId, day })

  const [changed, setChanged] = useState<NextSession>()

  async function book({ startsAt, terms }: NextSession): Promise<void> {
    const key = { professionalId, serviceId, dependantId }
    const booked = await booking
      .mutateAsync({ ...key, startsAt, terms, packageId: paying?.id })
      .catch((error: unknown) => {
        setChanged((before) => changedSessionIn(error) ?? before)
        throw error
      })
    if (booked.status === 'held') return router.history.push(payHref(booked.id))
    toast({
      kind: 'success',
      title: booked.status === 'pending' ? 'Pedido enviado al centro' : bookedTitle(booked),
      description: [
        `${service.name}, ${formatLongMoment(booked.startsAt)}.`,
        booked.isByPackage && packagePays,
        provisionalText(booked),
      ]
        .filter(Boolean)
        .join(' '),
      durationMs: 12_000,
      ...(booked.can.cancel && { action: { label: 'Deshacer', onPress: () => void undo(booked) } }),
    })
  }

  async function press(session: NextSession): Promise<void> {
    try {
      await book(session)
    } catch (error) {
      if (changedSessionIn(error)) return
      toast({ kind: 'destructive', ...bookingToast(error) })
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
            onClick={() => void press(proposal)}
          >
            Reservar la próxima
            <span className="sr-only">{`: ${service.name}, ${formatLongMoment(proposal.startsAt)}`}</span>
          </Button>
          <p className="order-first w-full text-sm text-ink-soft">
            {[
              formatLongMoment(proposal.startsAt),
              formatDuration(proposal.durationMinutes),
              ...(paying ? [] : [formatMoney(proposal.priceCents)]),
              placeLabels[proposal.place],
              ...(proposal.confirmsManually ? ['el centro la confirma'] : []),
            ].join(dot)}
            <RowOwnTime instant={proposal.startsAt} />
            {paying && <span className="block font-medium text-ink">{`${paysWords(paying)}.`}</span>}
            <span className="block">{(paying ? packageRule : cancellationRule)(proposal.cancellation)}</span>
          </p>
          {!paying && <OwnPrice centerId={center.id} priceCents={proposal.priceCents} className="order-first w-full" />}
        </>
      )}
      <Link
        to="/book/$centerId"
        params={{ centerId: center.id }}
        search={{
          offer: serviceId,
          professional: professionalId,
          ...(dependantId && { attendee: dependantId }),
          ...(proposal && { place: proposal.place, date: localMoment(proposal.startsAt).date }),
        }}
        className={buttonClass({ size: 'small', variant: 'secondary' })}
      >
        {proposal ? 'Elegir otra hora' : 'Buscar una hora'}
        <span className="sr-only">{`: ${service.name}`}</span>
      </Link>
      {changed && (
        <ChangedSessionDialog
          session={changed}
          priceCents={proposal?.priceCents ?? changed.priceCents}
          isByPackage={paying !== undefined}
          onClose={() => setChanged(undefined)}
          onConfirm={book}
        />
      )}
    </>
  )
}
