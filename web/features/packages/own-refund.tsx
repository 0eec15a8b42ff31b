import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { SoldPackage } from '#contract/packages.ts'
import { useApi } from '#web/platform/api.ts'
import { formatMoney } from '#web/platform/formats.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { opensDialog } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toast.ts'

/** Whether only staff can give back the rest of a package that stands still, because its money has reached the centre. */
export function isForStaff({ isStopped, state, money }: SoldPackage): boolean {
  if (!isStopped || !money || state === 'refunded') return false
  const isOnline = money.payments.some(({ method }) => method === 'online')
  return isOnline && money.refundableCents > 0 && money.ownRefundCents === 0
}

/** What the buyer of a package does to get the rest back, while they can't book with it. Renders nothing otherwise. */
export function OwnRefund({ sold }: { sold: SoldPackage }) {
  const [isOpen, setOpen] = useState(false)
  const refundCents = sold.money?.ownRefundCents ?? 0
  if (isForStaff(sold)) {
    return (
      <p className="text-sm">
        El dinero de este bono ya está con el centro.{' '}
        <Link to="/contact" className="link">
          Escríbenos
        </Link>{' '}
        y nuestro equipo ve cómo se devuelve.
      </p>
    )
  }
  if (refundCents === 0) return null
  if (sold.reservedSessions > 0) {
    return (
      <p className="text-sm">Para pedir que te devuelvan lo que queda, antes cancela lo que tienes reservado con él.</p>
    )
  }
  return (
    <>
      <Button
        size="small"
        variant="secondary"
        className="justify-self-start"
        {...opensDialog}
        onClick={() => setOpen(true)}
      >
        {`Pedir que me devuelvan ${formatMoney(refundCents)}`}
        <span className="sr-only">{` del bono de ${sold.serviceName}`}</span>
      </Button>
      {isOpen && <OwnRefundDialog sold={sold} refundCents={refundCents} onClose={() => setOpen(false)} />}
    </>
  )
}

type Props = { sold: SoldPackage; refundCents: number; onClose: () => void }

function OwnRefundDialog({ sold, refundCents, onClose }: Props) {
  const { queries } = useApi()
  const refund = useMutation(queries.packages.refundOwn.mutationOptions())
  const amount = formatMoney(refundCents)
  async function confirm(): Promise<void> {
    await refund.mutateAsync({ packageId: sold.id, refundCents })
    toast({ kind: 'success', title: 'Devolución pedida', description: `Te devolvemos ${amount}.` })
    onClose()
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={(next) => !next && onClose()}
      title={`¿Pedir que te devuelvan ${amount}?`}
      consequences={[
        'Es lo que queda de tu bono. Vuelve por el mismo medio con el que pagaste.',
        'El bono termina, aunque más adelante puedas reservar otra vez en el centro.',
      ]}
      confirmLabel="Pedir la devolución"
      cancelLabel="Volver"
      onConfirm={confirm}
    />
  )
}
