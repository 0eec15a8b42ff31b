import { useQuery } from '@tanstack/react-query'
import { brand } from '#contract/brand.ts'
import type { Transit } from '#contract/payments.ts'
import { useApi } from '#web/platform/api.ts'
import { formatDate, formatMoney } from '#web/platform/formats.ts'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

const monthName = new Intl.DateTimeFormat('es-UY', { timeZone: 'UTC', month: 'long', year: 'numeric' })
const nameOf = (month: string) => monthName.format(new Date(`${month}T00:00:00Z`))

/** What Senda holds for the centre and until when, and what the centre owes of commissions: one line per month. */
export function TransitSection({ centerId }: { centerId: string }) {
  const { queries } = useApi()
  const query = useQuery(queries.payments.transit.queryOptions({ input: { centerId } }))
  return (
    <section aria-labelledby="transit" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h3 id="transit">Tu dinero en camino</h3>
      {query.data ? (
        <Months transit={query.data} />
      ) : (
        <Pending query={query} loading="Cargando tu dinero en camino" failed="No se pudo cargar tu dinero en camino">
          <Skeleton className="h-32" />
        </Pending>
      )}
    </section>
  )
}

function Months({ transit: { months, total, advanceCents } }: { transit: Transit }) {
  return (
    <>
      <p className="text-ink-soft">
        {months.length === 0
          ? `No hay nada en camino: ${brand.name} no tiene pagos en línea tuyos, y no debes comisiones.`
          : `${transferSentence(total.transferCents)} Cada mes se liquida cuando termina: los pagos en línea de sus citas y de los bonos que se vendieron, menos las comisiones.`}
        {advanceCents > 0 &&
          ` Además, ${brand.name} tiene ${formatMoney(advanceCents)} de citas que todavía no se completaron: van con el mes de cada cita.`}
      </p>
      {months.length > 0 && (
        <ul className="divide-y divide-line rounded-card border border-line bg-panel">
          {months.map(({ month, inTransitCents, commissionCents, transferCents, settledFrom }) => (
            <li key={month} className="flex flex-wrap items-baseline gap-x-6 gap-y-1 px-4 py-3">
              <span className="min-w-48 grow">
                <span className="block font-medium first-letter:uppercase">{nameOf(month)}</span>
                <span className="block text-sm text-ink-soft">
                  {`Se liquida desde el ${formatDate(`${settledFrom}T12:00:00Z`)}`}
                </span>
              </span>
              <span className="text-sm text-ink-soft tabular-nums">
                {inTransitCents < 0
                  ? `Devuelto después de pasártelo ${formatMoney(-inTransitCents)}`
                  : `Pagos en línea ${formatMoney(inTransitCents)}`}
                {commissionCents < 0
                  ? ` · ${brand.name} te acredita ${formatMoney(-commissionCents)}`
                  : ` · Comisiones ${formatMoney(commissionCents)}`}
              </span>
              <strong className="ml-auto text-right tabular-nums">
                {transferCents < 0 ? `Debes ${formatMoney(-transferCents)}` : `Recibes ${formatMoney(transferCents)}`}
              </strong>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function transferSentence(cents: number): string {
  if (cents < 0) return `Debes ${formatMoney(-cents)}.`
  return cents === 0 ? 'Estás a mano.' : `${brand.name} te va a transferir ${formatMoney(cents)}.`
}
