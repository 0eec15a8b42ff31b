import { useQuery } from '@tanstack/react-query'
import { brand } from '#contract/brand.ts'
import { pesos } from '#contract/money.ts'
import { useApi } from '#web/platform/api.ts'
import { Pending } from '#web/ui/pending.tsx'
import { actionFields } from '../actions/offered-action.ts'

/** The appointments and the money that suspending or banning the owners of centres touches. `days`: as typed; absent for a ban. */
export function ClosingEffects({ userIds, days }: { userIds: readonly string[]; days?: string }) {
  const parsed = days === undefined ? undefined : actionFields.shape.days.safeParse(days)
  if (userIds.length === 0) return null
  if (parsed && !parsed.success) return null
  return <Effects userIds={userIds} days={parsed?.data} />
}

function Effects({ userIds, days }: { userIds: readonly string[]; days: number | undefined }) {
  const { queries } = useApi()
  const query = useQuery(queries.users.closingEffects.queryOptions({ input: { userIds: [...userIds], days } }))
  if (!query.data) {
    return (
      <Pending query={query} loading="Contando sus citas" failed="No se pudieron contar sus citas">
        <p className="text-ink-soft">Contando sus citas…</p>
      </Pending>
    )
  }
  const { cancelled, people, paidCents, dueCents, kept } = query.data
  const money = [
    ...(paidCents > 0 ? [`Se devuelven ${pesos(paidCents)} que ya se pagaron.`] : []),
    ...(dueCents > 0 ? [`Quedan sin cobrar ${pesos(dueCents)}.`] : []),
  ]
  return (
    <div role="status" className="grid gap-1 rounded-card border border-line p-3">
      <p className="font-semibold">
        {cancelled === 0
          ? days === undefined
            ? 'No hay citas por delante: no se cancela ninguna.'
            : 'No hay citas que empiecen en esos días: no se cancela ninguna.'
          : `${cancelled === 1 ? 'Se cancela 1 cita' : `Se cancelan ${cancelled} citas`} de ${people === 1 ? '1 persona' : `${people} personas`}.`}
      </p>
      {money.length > 0 && <p>{money.join(' ')}</p>}
      {kept > 0 && (
        <p>
          {kept === 1
            ? 'Se mantiene 1 cita, que empieza después.'
            : `Se mantienen ${kept} citas, que empiezan después.`}
        </p>
      )}
      {cancelled > 0 && <p>A cada persona le avisamos que la canceló {brand.name}, porque suspendió al centro.</p>}
    </div>
  )
}
