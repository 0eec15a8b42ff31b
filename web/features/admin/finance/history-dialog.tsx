import { useQuery } from '@tanstack/react-query'

import { useApi } from '#web/platform/api.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

import { MeasureHistory } from '../measures/measure-history.tsx'

type Props = { commissionId: string; open: boolean; onClose: () => void }

/** What staff did with one commission and with its settlement, and how to undo it. */
export function HistoryDialog({ commissionId, open, onClose }: Props) {
  const { queries } = useApi()
  const query = useQuery(queries.commissions.get.queryOptions({ input: { commissionId } }))
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()} title="Historial de la comisión" size="small">
      {query.data ? (
        <MeasureHistory measures={query.data.measures} />
      ) : (
        <Pending query={query} loading="Cargando la comisión" failed="Error al cargar datos financieros">
          <Skeleton className="h-40" />
        </Pending>
      )}
    </Dialog>
  )
}
