import { placeLabels } from '#contract/places.ts'
import type { NextSession } from '#contract/therapies.ts'
import { formatDuration } from '#web/features/centers/offers.ts'
import { formatLongMoment, formatMoney } from '#web/platform/formats.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { dot } from '#web/ui/dot.ts'

import { cancellationRule, packageRule } from '../cancellation-rule.ts'
import { depositLabel } from '../deposit-text.ts'
import { packagePays } from '../payment-sentence.ts'

type ChangedSessionDialogProps = {
  /** What the session would be now. */
  session: NextSession
  /** The price that the patient read. */
  priceCents: number
  /** A session of the patient's package pays for it. */
  isByPackage: boolean
  onClose: () => void
  onConfirm: (session: NextSession) => Promise<void>
}

/** Asks again, because the session would be booked under other terms than the patient read. */
export function ChangedSessionDialog({
  session,
  priceCents,
  isByPackage,
  onClose,
  onConfirm,
}: ChangedSessionDialogProps) {
  const price = formatMoney(session.priceCents)
  const isPriceOther = !isByPackage && session.priceCents !== priceCents
  const { depositCents } = session
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={isPriceOther ? 'El precio cambió' : 'Las condiciones cambiaron'}
      consequences={[
        isByPackage
          ? packagePays
          : isPriceOther
            ? `Antes costaba ${formatMoney(priceCents)}; ahora cuesta ${price}.`
            : `Cuesta ${price}.`,
        `Sería el ${[formatLongMoment(session.startsAt), formatDuration(session.durationMinutes), placeLabels[session.place]].join(dot)}.`,
        ...(depositCents === null
          ? []
          : [
              `El centro pide una seña de ${formatMoney(depositCents)}, que pagas ahora en línea: la hora queda reservada cuando se aprueba el pago.`,
            ]),
        ...(session.confirmsManually ? ['El centro tiene que aceptar el pedido.'] : []),
        (isByPackage ? packageRule : cancellationRule)(session.cancellation),
      ]}
      confirmLabel={
        isByPackage ? 'Reservar con tu bono' : depositCents === null ? `Reservar por ${price}` : depositLabel
      }
      onConfirm={() => onConfirm(session)}
    />
  )
}
