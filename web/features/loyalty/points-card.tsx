import { useQuery } from '@tanstack/react-query'

import { useApi } from '#web/platform/api.ts'
import { formatCount, formatDate } from '#web/platform/formats.ts'
import { Card } from '#web/ui/card.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** How points are earned, as the server grants them. */
const earnings = [
  { points: 200, reason: 'al confirmar tu correo' },
  { points: 100, reason: 'por cada consulta completada' },
  { points: 50, reason: 'por la primera calificación de una consulta' },
  { points: 100, reason: 'si un centro te cancela una cita' },
]

export function PointsCard() {
  const { queries } = useApi()
  const points = useQuery(queries.loyalty.points.queryOptions())
  const rewards = useQuery(queries.loyalty.rewards.queryOptions())
  if (!points.data) {
    return (
      <Pending query={points} loading="Cargando tus puntos" failed="No se pudieron cargar tus puntos">
        <Skeleton className="h-48" />
      </Pending>
    )
  }
  const { availablePoints, lifetimePoints, expiresAt } = points.data
  const next = rewards.data?.items.find(({ pointsCost }) => pointsCost > availablePoints)
  return (
    <Card as="section" aria-labelledby="own-points" className="grid gap-6 md:grid-cols-2">
      <div className="grid content-start gap-4">
        <h2 id="own-points">Mis Puntos</h2>
        <dl className="flex flex-wrap gap-x-10 gap-y-3">
          <div>
            <dt className="text-sm text-ink-soft">Disponibles</dt>
            <dd className="font-display text-2xl font-heading tabular-nums">{formatCount(availablePoints)}</dd>
          </div>
          <div>
            <dt className="text-sm text-ink-soft">Ganados en total</dt>
            <dd className="font-display text-2xl font-heading text-ink-soft tabular-nums">
              {formatCount(lifetimePoints)}
            </dd>
          </div>
        </dl>
        {next && (
          <ProgressBar
            label={`Te faltan ${formatCount(next.pointsCost - availablePoints)} para «${next.name}»`}
            percent={Math.floor((availablePoints * 100) / next.pointsCost)}
          />
        )}
        {expiresAt !== null && (
          <p className="text-sm text-ink-soft">
            {`Vencen el ${formatDate(expiresAt)}, salvo que antes ganes o canjees puntos.`}
          </p>
        )}
      </div>
      <div className="grid content-start gap-2">
        <h3 className="text-base">Cómo se ganan</h3>
        <ul className="grid gap-1.5">
          {earnings.map(({ points: earned, reason }) => (
            <li key={reason} className="flex items-baseline gap-3">
              <strong className="w-12 shrink-0 text-right text-action tabular-nums">{`+${earned}`}</strong>
              <span>{reason}</span>
            </li>
          ))}
        </ul>
      </div>
    </Card>
  )
}
