import { brand } from '#contract/brand.ts'
import type { ActionOutcomes } from '#contract/moderation.ts'
import { formatDate, formatTime } from '#web/platform/formats.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

import { missingWords } from '../centers/missing-words.ts'
import { actionName } from './action-names.ts'
import { chosenRows, countRows, type RowNoun } from './row-nouns.ts'

type Named = { id: string; name: string }

const shownNames = 5

/** Shown before an action: the rows that it applies to. */
export function TargetList({ targets, noun }: { targets: readonly Named[]; noun: RowNoun }) {
  const [first] = targets
  if (targets.length === 1 && first) return <p className="font-semibold wrap-anywhere">{first.name}</p>
  const more = targets.length - shownNames
  return (
    <div>
      <p className="font-semibold">{chosenRows(noun, targets.length)}</p>
      <ul className="mt-1 list-disc pl-5 text-ink-soft marker:text-clay">
        {targets.slice(0, shownNames).map(({ id, name }) => (
          <li key={id} className="wrap-anywhere">
            {name}
          </li>
        ))}
        {more > 0 && <li>{more === 1 ? 'y 1 más' : `y ${more} más`}</li>}
      </ul>
    </div>
  )
}

type OutcomeDialogProps = {
  open: boolean
  onClose: () => void
  outcomes: ActionOutcomes
  targets: readonly Named[]
  noun: RowNoun
}

/** Shown after an action that the server refused for at least one row. */
export function OutcomeDialog({ open, onClose, ...lists }: OutcomeDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Así quedó"
      size="small"
      footer={<Button onClick={onClose}>Entendido</Button>}
    >
      <OutcomeList {...lists} />
    </Dialog>
  )
}

/** The rows that the server refused, each with the reason. */
function OutcomeList({ outcomes, targets, noun }: Pick<OutcomeDialogProps, 'outcomes' | 'targets' | 'noun'>) {
  const refused = outcomes.items.filter(({ isDone }) => !isDone)
  const done = outcomes.items.length - refused.length
  return (
    <div className="grid gap-3" role="status">
      <p>{`Se hizo en ${countRows(noun, done)}.`}</p>
      <p className="font-semibold">
        {refused.length === 1 ? '1 quedó como estaba:' : `${refused.length} quedaron como estaban:`}
      </p>
      <ul className="grid gap-2">
        {refused.map(({ id, refusal }) => (
          <li key={id} className="rounded-control bg-amber-soft px-3 py-2">
            <p className="font-medium wrap-anywhere">{targets.find((target) => target.id === id)?.name}</p>
            <p className="text-sm">{refusal?.message}</p>
            {refusal && refusal.missing.length > 0 && (
              <p className="text-sm">{`Falta: ${missingWords(refusal.missing)}.`}</p>
            )}
            {refusal?.code === 'moderation.changed' && refusal.last && (
              <p className="text-sm wrap-anywhere">
                {`${actionName(refusal.last.actionType)} · ${refusal.last.moderatorName ?? brand.name}, ${formatDate(refusal.last.at)} ${formatTime(refusal.last.at)}: ${refusal.last.reason}`}
              </p>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
