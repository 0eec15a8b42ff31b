import { useQuery } from '@tanstack/react-query'

import { useApi } from '#web/platform/api.ts'
import { formatDate } from '#web/platform/formats.ts'
import { signedPoints } from '#web/platform/points-words.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** As many as the server sends. */
const shown = 20

/** The last movements of the user's points. */
export function MovementsList() {
  const { queries } = useApi()
  const points = useQuery(queries.loyalty.points.queryOptions())
  if (!points.data) {
    return (
      <Pending query={points} loading="Cargando tus movimientos" failed="No se pudieron cargar tus puntos">
        <Skeleton className="h-24" />
      </Pending>
    )
  }
  const { movements } = points.data
  if (movements.length === 0) {
    return (
      <EmptyState title="Todavía no hay movimientos" heading="h3">
        Cuando completes una consulta o confirmes tu correo, vas a ver aquí tus puntos.
      </EmptyState>
    )
  }
  return (
    <div className="grid gap-3">
      {movements.length === shown && <p className="text-sm text-ink-soft">{`Los últimos ${shown} movimientos.`}</p>}
      <ul className="divide-y divide-line overflow-clip rounded-card border border-line bg-panel">
        {movements.map(({ id, points: amount, description, at }) => (
          <li key={id} className="flex items-baseline justify-between gap-4 px-4 py-3">
            <span className="grid min-w-0 gap-0.5">
              <span className="wrap-anywhere">{description}</span>
              <span className="text-sm text-ink-soft">{formatDate(at)}</span>
            </span>
            <strong className={amount > 0 ? 'text-green tabular-nums' : 'text-ink-soft tabular-nums'}>
              {signedPoints(amount)}
            </strong>
          </li>
        ))}
      </ul>
    </div>
  )
}
