import { useQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'

import type { StaffReward } from '#contract/loyalty.ts'
import { useApi } from '#web/platform/api.ts'
import { dayWords, discountWords } from '#web/platform/discount-words.ts'
import { errorMessage } from '#web/platform/error-message.ts'
import { formatCount } from '#web/platform/formats.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { opensDialog } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.ts'

import { useUpdateReward } from './api/update-reward.ts'
import { RewardDialog } from './reward-dialog.tsx'
import { fieldsOf } from './reward-form.ts'

/** Every reward, newest first, for staff to create, edit and pause. */
export function RewardsSection() {
  const { queries } = useApi()
  const query = useQuery(queries.loyalty.staffRewards.queryOptions())
  const [openReward, setOpenReward] = useState<StaffReward | 'new'>()
  const items = query.data?.items
  const createButton = (
    <Button icon={<Plus aria-hidden="true" />} {...opensDialog} onClick={() => setOpenReward('new')}>
      Crear recompensa
    </Button>
  )
  return (
    <div className="grid max-w-5xl gap-4">
      {!items && (
        <Pending query={query} loading="Cargando las recompensas" failed="No se pudieron cargar las recompensas">
          <Skeleton className="h-40" />
        </Pending>
      )}
      {items?.length === 0 && (
        <EmptyState title="Todavía no hay recompensas" heading="h3" action={createButton}>
          Los pacientes las canjean con sus puntos y las usan al pagar una cita. Senda le acredita el descuento al
          centro.
        </EmptyState>
      )}
      {items && items.length > 0 && (
        <>
          <div className="flex justify-end">{createButton}</div>
          <ul className="divide-y divide-line overflow-clip rounded-card border border-line bg-panel">
            {items.map((reward) => (
              <RewardRow key={reward.id} reward={reward} onEdit={() => setOpenReward(reward)} />
            ))}
          </ul>
        </>
      )}
      {openReward && (
        <RewardDialog
          key={openReward === 'new' ? 'new' : openReward.id}
          reward={openReward === 'new' ? undefined : openReward}
          onClose={() => setOpenReward(undefined)}
        />
      )}
    </div>
  )
}

function RewardRow({ reward, onEdit }: { reward: StaffReward; onEdit: () => void }) {
  const updateReward = useUpdateReward()
  const { id: rewardId, name, pointsCost, isActive, startsOn, validUntil, redeemed, used } = reward

  async function setActive(next: boolean): Promise<void> {
    try {
      await updateReward.mutateAsync({ ...fieldsOf(reward), rewardId, isActive: next })
    } catch (error) {
      toast({ kind: 'destructive', title: 'No se pudo cambiar la recompensa', description: errorMessage(error) })
      return
    }
    toast({
      kind: 'success',
      title: next ? 'Recompensa activa' : 'Recompensa pausada',
      description: name,
      action: { label: 'Deshacer', onPress: () => void setActive(!next) },
    })
  }

  return (
    <li className="grid gap-3 px-4 py-4 md:grid-cols-[minmax(0,1fr)_auto] md:items-center">
      <div className="grid gap-1">
        <div className="flex flex-wrap items-center gap-2">
          <h3 className="text-base wrap-anywhere">{name}</h3>
          <Badge tone={isActive ? 'green' : 'neutral'}>{isActive ? 'Activa' : 'Pausada'}</Badge>
        </div>
        <p>{`${discountWords(reward)} por ${formatCount(pointsCost)} puntos`}</p>
        <p className="text-sm text-ink-soft">
          {`Desde el ${dayWords(startsOn)}${validUntil ? ` hasta el ${dayWords(validUntil)}` : ''} · ${formatCount(redeemed)} canjes, ${formatCount(used)} usados`}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" size="small" aria-label={`Editar ${name}`} {...opensDialog} onClick={onEdit}>
          Editar
        </Button>
        <Button
          variant="secondary"
          size="small"
          aria-label={`${isActive ? 'Pausar' : 'Reanudar'} ${name}`}
          pending={updateReward.isPending}
          onClick={() => void setActive(!isActive)}
        >
          {isActive ? 'Pausar' : 'Reanudar'}
        </Button>
      </div>
    </li>
  )
}
