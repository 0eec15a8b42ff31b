import { useQuery } from '@tanstack/react-query'
import type { Checkout, Discount } from '#contract/checkouts.ts'
import { useApi } from '#web/platform/api.ts'
import { formatMoney } from '#web/platform/formats.ts'
import { toast } from '#web/ui/toast.ts'

const pollMs = 2000

export const isSettled = ({ status }: Pick<Checkout, 'status'>) => status !== 'created' && status !== 'pending'

/** Polls a checkout until it has ended. Does nothing without an id. */
export function useCheckoutResult(checkoutId: string | undefined) {
  const { queries } = useApi()
  return useQuery({
    ...queries.checkouts.get.queryOptions({ input: { checkoutId: checkoutId ?? '' } }),
    enabled: checkoutId !== undefined,
    refetchInterval: ({ state: { data } }) => (data && isSettled(data) ? false : pollMs),
  })
}

/** Several parts of a page, as its dialog and its list, may follow the same checkout. */
const announced = new Set<string>()

/** Announces once how a checkout ended that the gateway did not decide at once. */
export function announceOutcome(checkout: Checkout, open: (href: string) => void): void {
  const { id, status, declineReason, appointmentId } = checkout
  if (status === 'approved') {
    announcePaid(checkout, open)
    return
  }
  if (announced.has(id)) return
  announced.add(id)
  toast({
    kind: 'destructive',
    title: 'No se aprobó tu pago',
    description: `${declineReason ?? 'El pago no llegó a hacerse.'} No se cobró nada.`,
    durationMs: 12_000,
    ...(appointmentId !== null && {
      action: {
        label: 'Intentar de nuevo',
        onPress: () => open(`/dashboard?${new URLSearchParams({ appointment: appointmentId, act: 'pay' })}`),
      },
    }),
  })
}

export function announcePaid(checkout: Checkout, open: (href: string) => void): void {
  const { id, totalCents, isDeposit, isPackage, refundedCents } = checkout
  if (announced.has(id)) return
  announced.add(id)
  if ((isDeposit || isPackage) && refundedCents === totalCents) {
    const reason = isPackage
      ? 'cuando ese bono ya no se vendía, o ya lo habías comprado'
      : 'cuando la hora ya no estaba guardada, o ya estaba pagada'
    toast({
      kind: 'destructive',
      title: isPackage ? 'Te devolvemos el pago' : 'Te devolvemos la seña',
      description: `Tu pago de ${formatMoney(totalCents)} llegó ${reason}. Te lo devolvemos entero por el mismo medio.`,
      durationMs: 12_000,
    })
    return
  }
  toast({
    kind: 'success',
    title: '¡Pago exitoso!',
    description: `Pagaste ${formatMoney(totalCents)}${afterPaying(checkout)}`,
    durationMs: 12_000,
    action: { label: 'Ver el recibo', onPress: () => open(`/receipts/${id}`) },
  })
}

/** What the patient has now, after the amount. */
function afterPaying({ appointmentId, isDeposit, isPackage }: Checkout): string {
  if (isPackage) return ' y el bono es tuyo: lo ves en tu historial, en «Mis bonos». Te enviamos el recibo por correo.'
  if (isDeposit) return ' de seña, y la hora es tuya. Te enviamos los datos y el recibo por correo.'
  if (appointmentId !== null) return '. Te enviamos el recibo por correo.'
  return '. Se descuentan de la próxima cita que reserves con este profesional, si cuesta eso o más. Hasta entonces puedes pedir que te los devolvamos.'
}

/** Announces that a discount has covered the whole price. */
export function announceSettled({ label }: Discount): void {
  toast({ kind: 'success', title: '¡Pago exitoso!', description: `${label} cubre toda la consulta.` })
}
