import type { AffectedAppointment } from '#contract/availability.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

import { AffectedList } from './affected-list.tsx'

export function AffectedDialog({
  affected,
  open,
  onClose,
  confirmLabel,
  onConfirm,
}: {
  affected: readonly AffectedAppointment[]
  open: boolean
  onClose: () => void
  confirmLabel: string
  onConfirm: () => Promise<void>
}) {
  const count = affected.length
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={count === 1 ? 'Una cita queda fuera del horario' : `${count} citas quedan fuera del horario`}
      consequences={[
        'Se mantienen hasta que las muevas o las canceles en la agenda. A nadie se le avisa por este cambio.',
      ]}
      confirmLabel={confirmLabel}
      onConfirm={onConfirm}
    >
      <AffectedList affected={affected} />
    </ConfirmDialog>
  )
}
