import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { OwnPayments as Paid } from '#contract/appointment-routes.ts'
import type { Appointment } from '#contract/appointments.ts'
import { paymentMethodLabels } from '#contract/payment-methods.ts'
import { useApi } from '#web/platform/api.ts'
import { formatDate } from '#web/platform/formats.ts'
import { Button } from '#web/ui/button.tsx'
import { dot } from '#web/ui/dot.ts'
import { Pending } from '#web/ui/pending.tsx'
import { Price } from '#web/ui/price.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { notRefundedText, notRefundedWords, type OpenAction, paidWords, undoneText } from './appointment-action.ts'

type Payment = Paid['payments'][number]

/** What lowered the price, what was paid, undone by the centre or given back. Renders nothing before the first payment and without a discount. */
export function OwnPayments({ appointment, onAction }: { appointment: Appointment; onAction: OpenAction }) {
  const { id: appointmentId, priceCents, discountCents, paidCents, dueCents, can } = appointment
  const hasAny = paidCents > 0 || discountCents > 0
  const { queries } = useApi()
  // Also of what counts as unpaid: the centre may have undone the only payment.
  const query = useQuery(queries.appointments.payments.queryOptions({ input: { appointmentId } }))
  if (!hasAny && !query.data?.payments.length) return null
  return (
    <section aria-label="Tu pago" className="grid gap-2 border-t border-line pt-3">
      <p className="text-sm font-semibold">Tu pago</p>
      {query.data ? (
        <dl className="grid gap-2">
          {discountCents > 0 && <Line label="Precio" cents={priceCents} />}
          {appointment.isByPackage && <Line label="Una sesión de tu bono" cents={-discountCents} />}
          {query.data.discount && (
            <Line label={discountLabel(query.data.discount)} cents={-query.data.discount.discountCents} />
          )}
          {query.data.payments.map((payment) => (
            <PaymentLines key={payment.paymentId} payment={payment} />
          ))}
          {dueCents > 0 && <Line label="Falta pagar" cents={dueCents} />}
        </dl>
      ) : (
        <Pending query={query} loading="Cargando tu pago" failed="No se pudo cargar tu pago">
          <Skeleton className="h-12" />
        </Pending>
      )}
      <Objection
        text={undoneText(appointment)}
        label={can.sayPaid && paidWords.label}
        onPress={() => onAction('sayPaid', appointment)}
      />
      <Objection
        text={notRefundedText(appointment)}
        label={can.sayNotRefunded && notRefundedWords.label}
        onPress={() => onAction('sayNotRefunded', appointment)}
      />
    </section>
  )
}

type ObjectionProps = { text: string | undefined; label: string | false; onPress: () => void }

/** To what the centre recorded about the money: its state, or the button while it is possible. */
function Objection({ text, label, onPress }: ObjectionProps) {
  return (
    <>
      {text && <p className="text-sm">{text}</p>}
      {label && (
        <Button variant="secondary" size="small" className="justify-self-start" onClick={onPress}>
          {label}
        </Button>
      )}
    </>
  )
}

function PaymentLines({ payment }: { payment: Payment }) {
  const { amountCents, method, paidAt, refundedCents, owedCents, refundReason, receiptId, undoneAt } = payment
  const note = refundReason ? `El centro escribió: «${refundReason}»` : undefined
  return (
    <>
      <Line
        label={`Pagaste${dot}${paymentMethodLabels[method].toLowerCase()}${dot}${formatDate(paidAt)}`}
        cents={amountCents}
        note={
          undoneAt === null ? undefined : `Anulado por el centro el ${formatDate(undoneAt)}: no cuenta como pagado.`
        }
      />
      {receiptId !== null && (
        <div>
          <dt className="sr-only">Recibo</dt>
          <dd>
            <Link
              to="/receipts/$checkoutId"
              params={{ checkoutId: receiptId }}
              className="link inline-flex min-h-11 items-center"
            >
              Ver el recibo
            </Link>
          </dd>
        </div>
      )}
      {refundedCents > owedCents && <Line label="Te devolvieron" cents={refundedCents - owedCents} note={note} />}
      {owedCents > 0 && (
        <Line label="Te van a devolver" cents={owedCents} note={refundedCents > owedCents ? undefined : note} />
      )}
    </>
  )
}

function Line({ label, cents, note }: { label: string; cents: number; note?: string | undefined }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
      <dt>{label}</dt>
      <dd className="tabular-nums">
        <Price cents={cents} />
      </dd>
      {note && <dd className="basis-full text-sm wrap-anywhere text-ink-soft">{note}</dd>}
    </div>
  )
}

/** «Promoción: Otoño»; «Recompensa: Descuento de $ 200 · 500 puntos». */
function discountLabel({ kind, name, pointsUsed }: NonNullable<Paid['discount']>): string {
  if (kind === 'promotion') return `Promoción: ${name}`
  return `Recompensa: ${name}${pointsUsed === null ? '' : `${dot}${pointsUsed} puntos`}`
}
