import type { Contact } from '#contract/contacts.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.ts'

import { useRemoveGuest } from './api/remove-guest.ts'

const consequences = [
  'Se eliminan su nombre, teléfono, correo y la nota de recepción.',
  'Las citas que tuvo quedan en la agenda y en los ingresos como «Paciente», sin dirección ni motivos.',
  'No se puede deshacer.',
]

/** Removes a guest's data: at the guest's request, or because of a duplicate. */
export function RemoveGuestDialog({
  centerId,
  contact,
  open,
  onClose,
  onRemoved,
}: {
  centerId: string
  contact: Contact
  open: boolean
  onClose: () => void
  onRemoved: () => void
}) {
  const removal = useRemoveGuest()
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={
        <>
          ¿Eliminar los datos de <span translate="no">{contact.name}</span>?
        </>
      }
      consequences={consequences}
      confirmLabel="Eliminar datos"
      danger
      onConfirm={async () => {
        await removal.mutateAsync({ centerId, guestId: contact.id })
        onRemoved()
        toast({ kind: 'success', title: 'Datos eliminados' })
      }}
    />
  )
}
