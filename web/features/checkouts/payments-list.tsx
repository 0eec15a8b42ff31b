import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'

import { whoAndWhere } from '#contract/center-words.ts'
import type { Checkout } from '#contract/checkouts.ts'
import { useApi } from '#web/platform/api.ts'
import { useCursorList } from '#web/platform/cursor-pages.ts'
import { errorMessage } from '#web/platform/error-message.ts'
import { formatLongMoment, formatMoney } from '#web/platform/formats.ts'
import { RowOwnTime } from '#web/platform/zone-note.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { opensDialog } from '#web/ui/dialog.tsx'
import { dot } from '#web/ui/dot.ts'
import { MoreButton } from '#web/ui/more-button.tsx'
import { toast } from '#web/ui/toast.ts'
import { useDialogState } from '#web/ui/use-dialog-state.ts'
import { refundText } from './refund-text.ts'

/** The user's online payments, with their receipts. Renders nothing before the first one. */
export function PaymentsList() {
  const { queries } = useApi()
  const { items, more, loadingMore } = useCursorList(queries.checkouts.list, {})
  const refunding = useDialogState<Checkout>()
  const list = useRef<HTMLUListElement>(null)
  if (!items || items.length === 0) return null
  return (
    <section aria-labelledby="payments-title" className="grid gap-3">
      <h2 id="payments-title">Mis pagos en línea</h2>
      <ul ref={list} className="grid gap-3">
        {items.map((checkout) => (
          <PaymentRow key={checkout.id} checkout={checkout} onRefund={() => refunding.show(checkout)} />
        ))}
      </ul>
      <MoreButton list={list} more={more} pending={loadingMore} className="justify-self-center" />
      {refunding.subject && (
        <RefundDialog checkout={refunding.subject} open={refunding.isOpen} onClose={refunding.close} />
      )}
    </section>
  )
}

function PaymentRow({ checkout, onRefund }: { checkout: Checkout; onRefund: () => void }) {
  const { id, status, totalCents, approvedAt, createdAt, appointmentId, isPackage, lines, can } = checkout
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-card border border-line bg-panel p-4 sm:p-5">
      <div className="min-w-0">
        <p className="font-medium">
          {formatMoney(totalCents)}
          {status === 'pending' && <span className="font-normal text-ink-soft"> · en proceso</span>}
        </p>
        <p>{whoAndWhere(checkout)}</p>
        <p className="text-sm text-ink-soft">
          {formatLongMoment(approvedAt ?? createdAt)}
          <RowOwnTime instant={approvedAt ?? createdAt} />
          {isPackage ? `${dot}${lines[0]?.label ?? 'Bono'}` : appointmentId === null && directText(checkout)}
        </p>
        {checkout.refundedCents > 0 && <p className="text-sm">{refundText(checkout)}</p>}
      </div>
      <div className="flex flex-wrap gap-2">
        {can.refund && (
          <Button size="small" variant="quietDanger" {...opensDialog} onClick={onRefund}>
            Pedir la devolución
          </Button>
        )}
        {status === 'approved' && (
          <Link
            to="/receipts/$checkoutId"
            params={{ checkoutId: id }}
            className="link inline-flex min-h-11 items-center"
          >
            Ver el recibo
            <span className="sr-only">{` de ${formatMoney(totalCents)}`}</span>
          </Link>
        )}
      </div>
    </li>
  )
}

/** What became of a direct payment, or what it is for. */
function directText({ status, refundedCents, professionalName, can }: Checkout): string {
  if (can.refund) return ` · Consulta directa: se descuenta de tu próxima cita con ${professionalName}`
  return status === 'approved' && refundedCents === 0
    ? ' · Consulta directa: ya se descontó de una cita'
    : ' · Consulta directa'
}

type RefundDialogProps = { checkout: Checkout; open: boolean; onClose: () => void }

function RefundDialog({ checkout, open, onClose }: RefundDialogProps) {
  const { queries } = useApi()
  const refund = useMutation(queries.checkouts.refund.mutationOptions())
  const { totalCents, professionalName } = checkout
  async function confirm(): Promise<void> {
    try {
      await refund.mutateAsync({ checkoutId: checkout.id })
      toast({ kind: 'success', title: 'Devolución pedida', description: `Te devolvemos ${formatMoney(totalCents)}.` })
    } catch (error) {
      toast({ kind: 'destructive', title: 'Error', description: errorMessage(error) })
    }
  }
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={`¿Pedir la devolución de ${formatMoney(totalCents)}?`}
      consequences={[
        'Te devolvemos todo por el mismo medio con el que pagaste.',
        `Ya no se descuenta de tu próxima cita con ${professionalName}.`,
      ]}
      confirmLabel="Pedir la devolución"
      cancelLabel="Volver"
      onConfirm={confirm}
    />
  )
}
