import type { z } from 'zod'

import { ageOn } from '#contract/dependant-words.ts'
import type { dependant as dependantShape } from '#contract/dependants.ts'
import { formatDate } from '#web/platform/formats.ts'
import { localToday } from '#web/platform/local-days.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { opensDialog } from '#web/ui/dialog.tsx'
import { dot } from '#web/ui/dot.ts'

export type Dependant = z.output<typeof dependantShape>

export function DependantCard({
  dependant,
  onEdit,
  onRemove,
}: {
  dependant: Dependant
  onEdit: () => void
  onRemove: () => void
}) {
  const { fullName, birthDate, relation } = dependant
  return (
    <Card as="li" className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-3">
      <Avatar name={fullName} />
      <div>
        <h3 className="wrap-anywhere">{fullName}</h3>
        <p className="text-ink-soft">
          {relation}
          {dot}
          {ageOn({ birthDate, today: localToday() })}
        </p>
        <p className="text-sm text-ink-soft">{`Nació el ${formatDate(birthDate)}`}</p>
      </div>
      <div className="col-span-2 flex flex-wrap gap-2 sm:col-span-1 sm:col-start-2">
        <Button size="small" variant="secondary" {...opensDialog} onClick={onEdit}>
          Editar
          <span className="sr-only">{` a ${fullName}`}</span>
        </Button>
        <Button size="small" variant="quietDanger" {...opensDialog} onClick={onRemove}>
          Quitar
          <span className="sr-only">{` a ${fullName}`}</span>
        </Button>
      </div>
    </Card>
  )
}
