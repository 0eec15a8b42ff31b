import { maxCompared } from '#contract/favorite-limits.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { classNames } from '#web/ui/class-names.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { toast } from '#web/ui/toast.ts'
import Heart from '~icons/lucide/heart'
import Scale from '~icons/lucide/scale'
import { toggleCompared, useComparedCenters } from './compared-centers.ts'
import { useFavorites } from './use-favorites.ts'
import { useSaveCenter } from './use-save-center.ts'

export type SaveButtonsProps = {
  center: { id: string; name: string }
  /** `card`: the heart above the choice to compare. `picture`: the same over a picture. `profile`: the heart with its word. */
  shape: 'card' | 'picture' | 'profile'
}

const places = {
  card: 'center-card-keep',
  picture: 'absolute top-1.5 right-1.5 z-1 grid gap-1 cramped:flex *:bg-panel',
}

export function SaveButtons({ center, shape }: SaveButtonsProps) {
  const { id: centerId, name } = center
  const { items } = useFavorites()
  const compared = useComparedCenters()
  const change = useSaveCenter()
  const isSaved = items.some((item) => item.centerId === centerId)
  const isCompared = compared.some((item) => item.centerId === centerId)
  const heart = (
    <Heart aria-hidden="true" className={classNames('size-5.5', isSaved && 'fill-current text-clay-strong')} />
  )
  const save = () => void change({ centerId, name }, !isSaved)

  function compare() {
    if (toggleCompared({ centerId, name })) return
    toast({ title: `Puedes comparar hasta ${maxCompared} centros`, description: 'Saca uno de la barra de abajo.' })
  }

  if (shape === 'profile') {
    return (
      <button
        type="button"
        aria-pressed={isSaved}
        onClick={save}
        className={buttonClass({ variant: 'secondary', size: 'small' })}
      >
        {heart}
        Guardar
      </button>
    )
  }
  return (
    <div className={places[shape]}>
      <IconButton label={`Guardar ${name}`} title="Guardar" aria-pressed={isSaved} icon={heart} onClick={save} />
      <IconButton
        label={`Comparar ${name}`}
        title="Comparar"
        aria-pressed={isCompared}
        icon={<Scale aria-hidden="true" className="size-5" />}
        onClick={compare}
        className={classNames(isCompared && 'bg-action-soft! text-action!')}
      />
    </div>
  )
}
