import type { MeasureOutcomes } from '#contract/moderation.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

import { OutcomeList } from './measure-outcome.tsx'

type Props = {
  open: boolean
  onClose: () => void
  outcomes: MeasureOutcomes
  targets: readonly { id: string; name: string }[]
}

/** After a measure of which at least one row was refused. */
export function OutcomeDialog({ open, onClose, outcomes, targets }: Props) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Así quedó"
      size="small"
      footer={<Button onClick={onClose}>Entendido</Button>}
    >
      <OutcomeList outcomes={outcomes} targets={targets} />
    </Dialog>
  )
}
