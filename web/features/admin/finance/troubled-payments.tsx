import { useQuery } from '@tanstack/react-query'
import { disputeTexts, refusalTexts } from '#web/features/payments/trouble-texts.ts'
import { useApi } from '#web/platform/api.ts'
import { formatDate, formatMoney } from '#web/platform/formats.ts'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** The online payments that payers disputed, whose refund a gateway refused, or that it no longer shows: staff may have to ask the centre. */
export function TroubledPayments() {
  const { queries } = useApi()
  const query = useQuery(queries.payments.troubled.queryOptions())
  return (
    <section aria-labelledby="troubled-payments" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h3 id="troubled-payments">Pagos en línea en disputa, sin devolver o sin consultar</h3>
      {query.data && query.data.items.length > 0 && (
        <ul className="divide-y divide-line rounded-card border border-line bg-panel">
          {query.data.items.map(
            ({ checkoutId, centerName, receiptNumber, amountCents, dispute, refusal, claimedAt, unreadSince, at }) => (
              <li
                key={`${checkoutId} ${dispute ?? refusal ?? 'unread'}`}
                className="flex flex-wrap items-baseline justify-between gap-x-4 px-4 py-2"
              >
                <span className="font-medium wrap-anywhere">{centerName}</span>
                <span className="text-sm tabular-nums">
                  {`${formatMoney(amountCents)} ${receiptNumber === null ? 'de un pago que quizá se hizo' : `del comprobante ${receiptNumber}`}, ${
                    unreadSince
                      ? 'no se puede consultar: el centro retiró el acceso a la cuenta que lo cobró'
                      : dispute
                        ? disputeTexts[dispute]
                        : `no se pudo devolver: ${refusalTexts[refusal ?? 'refused']}`
                  } (${formatDate(at)})`}
                  {claimedAt !== null && ` · El centro anotó que la devolvió por otro medio (${formatDate(claimedAt)})`}
                </span>
              </li>
            ),
          )}
        </ul>
      )}
      {query.data?.items.length === 0 && (
        <p className="text-ink-soft">Ningún pago está en disputa, sin devolver ni sin consultar.</p>
      )}
      {!query.data && (
        <Pending query={query} loading="Cargando los pagos" failed="Error al cargar datos financieros">
          <Skeleton className="h-16" />
        </Pending>
      )}
    </section>
  )
}
