import { useQueryClient } from '@tanstack/react-query'

import type { Contact } from '#contract/contacts.ts'
import { useApi } from '#web/platform/api.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.ts'

const consequences = [
  'Se eliminan su nombre, teléfono, correo y la nota de recepción.',
  'Las citas que tuvo quedan en la agenda y en los ingresos como «Paciente», sin dirección ni motivos.',
  'No se puede deshacer.',
]

/** Forgets somebody without an account, who asked for it or was written down twice. */
export function RemoveGuestDialog({
  centerId,
  contact,
  open,
  onOpenChange,
  onRemoved,
}: {
  centerId: string
  contact: Contact
  open: boolean
  onOpenChange: (open: boolean) => void
  onRemoved: () => void
}) {
  const { api, queries } = useApi()
  const queryClient = useQueryClient()
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`¿Eliminar los datos de ${contact.name}?`}
      consequences={consequences}
      confirmLabel="Eliminar datos"
      danger
      onConfirm={async () => {
        await api.contacts.removeGuest({ centerId, guestId: contact.id })
        onRemoved()
        toast({ kind: 'success', title: 'Datos eliminados' })
        await Promise.all([
          queryClient.invalidateQueries({ queryKey: queries.contacts.key() }),
          queryClient.invalidateQueries({ queryKey: queries.agenda.key() }),
        ])
      }}
    />
  )
}
