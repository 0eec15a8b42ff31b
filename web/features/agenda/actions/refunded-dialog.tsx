import { formatMoney } from '#web/platform/formats.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { useMarkAppointment } from '../api/mark-appointment.ts'
import { attendeeName } from '../appointment-style.ts'
import type { CollectDialogProps } from './collect-dialog.tsx'
import { deskRefundCents } from './payment-words.ts'

/** The desk gave back what it owes for a cancelled appointment. Its patient is told at once, so it asks first. */
export function RefundedDialog({ centerId, appointment, open, onClose }: CollectDialogProps) {
  const marking = useMarkAppointment()
  const { payment, person } = appointment
  const amount = formatMoney(payment ? deskRefundCents(payment) : 0)

  async function record() {
    await marking.mutateAsync({ centerId, mark: 'undoCollection', appointment })
    toast({ kind: 'success', title: 'Anotado como devuelto', description: `${amount} a ${attendeeName(appointment)}.` })
  }

  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={`¿Anotar ${amount} como devueltos?`}
      consequences={[
        `Son de ${attendeeName(appointment)}. Salen de la caja de hoy: devuélvelos antes de anotarlo.`,
        ...(person && person.kind !== 'guest' ? ['Se lo avisamos: si no los recibió, puede decirlo.'] : []),
        'No se puede deshacer.',
      ]}
      confirmLabel="Anotar como devuelto"
      onConfirm={record}
    />
  )
}
