import { useMutation, useQuery } from '@tanstack/react-query'
import { brand } from '#contract/brand.ts'
import type { CenterReward } from '#contract/handovers.ts'
import { useApi } from '#web/platform/api.ts'
import { dayWords } from '#web/platform/discount-words.ts'
import { errorMessage } from '#web/platform/error-message.ts'
import { formatCount } from '#web/platform/formats.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.ts'

/** The rewards that Senda offers and the centre hands over at its own cost, once its owner agreed. Nothing while there are none. */
export function CenterRewards({ centerId }: { centerId: string }) {
  const { queries } = useApi()
  const query = useQuery(queries.loyalty.centerRewards.queryOptions({ input: { centerId } }))
  const items = query.data?.items ?? []
  if (items.length === 0) return null
  return (
    <section aria-labelledby="center-rewards" className="grid gap-4">
      <h2 id="center-rewards">Recompensas que entrega tu centro</h2>
      <p className="text-ink-soft">
        {`${brand.name} las ofrece por puntos y tu centro las entrega contra el código del paciente, en la agenda. Las paga tu centro: ${brand.name} no acredita su costo.`}
      </p>
      <ul className="divide-y divide-line overflow-clip rounded-card border border-line bg-panel">
        {items.map((reward) => (
          <RewardRow key={reward.id} centerId={centerId} reward={reward} />
        ))}
      </ul>
    </section>
  )
}

function RewardRow({ centerId, reward }: { centerId: string; reward: CenterReward }) {
  const { queries } = useApi()
  const answering = useMutation(queries.loyalty.answerReward.mutationOptions())
  const { id: rewardId, version, name, description, rewardType, pointsCost } = reward
  const { stock, redeemed, used, validUntil, acceptedAt } = reward
  const isAccepted = acceptedAt !== null

  async function answer(accepts: boolean): Promise<void> {
    try {
      await answering.mutateAsync({ centerId, rewardId, version, accepts })
    } catch (error) {
      toast({ kind: 'destructive', title: 'No se pudo guardar tu respuesta', description: errorMessage(error) })
      return
    }
    toast({
      kind: 'success',
      title: accepts ? 'La entrega tu centro' : 'Ya no se ofrece',
      description: accepts ? name : `${name}. Lo que ya se canjeó se entrega igual.`,
    })
  }

  return (
    <li className="grid gap-3 px-4 py-4 md:grid-cols-[minmax(0,1fr)_auto] md:items-center">
      <div className="grid gap-1">
        <div className="flex flex-wrap items-center gap-2">
          <h3 className="text-base wrap-anywhere">{name}</h3>
          <Badge tone={isAccepted ? 'green' : 'amber'}>{isAccepted ? 'Aceptada' : 'Espera tu respuesta'}</Badge>
        </div>
        {description !== null && <p className="wrap-anywhere">{description}</p>}
        <p className="text-sm text-ink-soft">
          {`${rewardType === 'product' ? 'Un producto' : 'Una mejora de la consulta'} · ${formatCount(pointsCost)} ${pointsCost === 1 ? 'punto' : 'puntos'} cada una · hasta ${formatCount(stock)} en total · ${formatCount(redeemed)} canjeadas, ${formatCount(used)} entregadas${validUntil === null ? '' : ` · hasta el ${dayWords(validUntil)}`}`}
        </p>
      </div>
      <Button
        variant={isAccepted ? 'secondary' : 'primary'}
        size="small"
        aria-label={`${isAccepted ? 'Dejar de ofrecer' : 'Aceptar'} ${name}`}
        pending={answering.isPending}
        onClick={() => void answer(!isAccepted)}
      >
        {isAccepted ? 'Dejar de ofrecer' : 'Aceptar'}
      </Button>
    </li>
  )
}
