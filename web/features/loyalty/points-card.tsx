import { useQuery } from '@tanstack/react-query'

import { compensatedPeoplePerDay, maxCenterPointsPerDay } from '#contract/loyalty-words.ts'
import { useApi } from '#web/platform/api.ts'
import { formatCount, formatDate } from '#web/platform/formats.ts'
import { balancePoints } from '#web/platform/points-words.ts'
import { Card } from '#web/ui/card.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { earnings, whichConsultationsCount } from './earnings.ts'

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
  const { availablePoints, spendablePoints, lifetimePoints, expiresAt } = points.data
  const onHold = Math.max(availablePoints, 0) - spendablePoints
  const next = rewards.data?.items.find(({ pointsCost }) => pointsCost > availablePoints)
  return (
    <Card as="section" aria-labelledby="own-points" className="grid gap-6 md:grid-cols-2">
      <div className="grid content-start gap-4">
        <h2 id="own-points">Mis Puntos</h2>
        <dl className="flex flex-wrap gap-x-10 gap-y-3">
          <div>
            <dt className="text-sm text-ink-soft">Disponibles</dt>
            <dd className="font-display text-2xl font-heading tabular-nums">
              {balancePoints(availablePoints < 0 ? availablePoints : spendablePoints)}
            </dd>
          </div>
          {onHold > 0 && (
            <div>
              <dt className="text-sm text-ink-soft">Todavía no los puedes usar</dt>
              <dd className="font-display text-2xl font-heading text-ink-soft tabular-nums">{balancePoints(onHold)}</dd>
            </div>
          )}
          <div>
            <dt className="text-sm text-ink-soft">Ganados en total</dt>
            <dd className="font-display text-2xl font-heading text-ink-soft tabular-nums">
              {balancePoints(lifetimePoints)}
            </dd>
          </div>
        </dl>
        {availablePoints < 0 && (
          <p className="text-sm">
            {`Tu saldo está ${formatCount(-availablePoints)} puntos por debajo de cero: se restaron los de una consulta después de que los usaste. Los próximos que ganes lo cubren primero, y hasta entonces tus recompensas no se pueden usar.`}
          </p>
        )}
        {onHold > 0 && (
          <p className="text-sm">
            Los de una cita, una opinión o tu correo se usan desde el día siguiente, y los de bienvenida o de una cita
            cancelada, después del día de tu primera consulta que sumó puntos.
          </p>
        )}
        {next && (
          <ProgressBar
            label={`Te faltan ${formatCount(next.pointsCost - availablePoints)} para «${next.name}»`}
            percent={Math.max(Math.floor((availablePoints * 100) / next.pointsCost), 0)}
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
          {earnings().map(({ points: earned, reason }) => (
            <li key={reason} className="flex items-baseline gap-3">
              <strong className="w-12 shrink-0 text-right text-action tabular-nums">{`+${earned}`}</strong>
              <span>{reason}</span>
            </li>
          ))}
        </ul>
        <details className="text-sm text-ink-soft">
          <summary className="cursor-pointer py-2">Las reglas de los puntos</summary>
          {`Los puntos de una cita se usan desde el día siguiente, y se restan si la consulta se devuelve o queda como inasistencia. ${whichConsultationsCount} Los de bienvenida y los de una cita cancelada se usan después del día de tu primera consulta que sumó. Un centro que cancela te da puntos una vez, y a ${compensatedPeoplePerDay} personas por día como máximo, y una más por cada consulta tuya que sumó y cuya comisión ya pagó. Las citas de un centro dan como máximo ${formatCount(maxCenterPointsPerDay)} puntos por día entre todas las personas.`}
        </details>
      </div>
    </Card>
  )
}
