import { useQuery } from '@tanstack/react-query'
import { RateList } from '#web/features/payments/rate-list.tsx'
import { useApi } from '#web/platform/api.ts'
import { formatPercent } from '#web/platform/format-percent.ts'
import { Button } from '#web/ui/button.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useDialogState } from '#web/ui/use-dialog-state.ts'
import { ActionHistory } from '../actions/action-history.tsx'
import { RateDialog } from './rate-dialog.tsx'

/** A centre's commission rate: today's, the changes with their first days, and the actions behind them. */
export function CenterRate({ centerId }: { centerId: string }) {
  const { queries } = useApi()
  const query = useQuery(queries.commissions.rates.queryOptions({ input: { centerId } }))
  const dialog = useDialogState<true>()
  const rates = query.data
  return (
    <section aria-labelledby="center-rate" className="grid gap-3">
      <h4 id="center-rate">Comisión</h4>
      {rates ? (
        <>
          <div className="flex flex-wrap items-center gap-3">
            <p>
              Hoy paga el <strong className="tabular-nums">{formatPercent(rates.currentPercent)}</strong> de cada
              consulta.
            </p>
            {rates.can.set && (
              <Button variant="secondary" size="small" onClick={() => dialog.show(true)}>
                Cambiar la comisión…
              </Button>
            )}
          </div>
          <RateList {...rates} />
          <ActionHistory actions={rates.actions} />
          {dialog.subject && <RateDialog key={dialog.key} rates={rates} open={dialog.isOpen} onClose={dialog.close} />}
        </>
      ) : (
        <Pending query={query} loading="Cargando la comisión" failed="Error al cargar datos financieros">
          <Skeleton className="h-24" />
        </Pending>
      )}
    </section>
  )
}
