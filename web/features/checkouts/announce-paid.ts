import type { Checkout, Discount } from '#contract/checkouts.ts'
import { formatMoney } from '#web/platform/formats.ts'
import { toast } from '#web/ui/toast.ts'

export function announcePaid({ id, totalCents, appointmentId }: Checkout, open: (href: string) => void): void {
  toast({
    kind: 'success',
    title: '¡Pago exitoso!',
    description:
      appointmentId === null
        ? `Pagaste ${formatMoney(totalCents)}. Se descuentan de tu próxima cita con este profesional.`
        : `Pagaste ${formatMoney(totalCents)}. Te enviamos el recibo por correo.`,
    durationMs: 12_000,
    action: { label: 'Ver el recibo', onPress: () => open(`/receipts/${id}`) },
  })
}

/** Announces that a discount has covered the whole price. */
export function announceSettled({ label }: Discount): void {
  toast({ kind: 'success', title: '¡Pago exitoso!', description: `${label} cubre toda la consulta.` })
}
