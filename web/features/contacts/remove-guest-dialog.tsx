import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Contact } from '#contract/contacts.ts'
import { useApi } from '#web/platform/api.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.ts'

const consequences = [
  'Se eliminan su nombre, teléfono, correo, cédula y todo lo que anotaste de esta persona.',
  'Las citas que tuvo quedan en la agenda y en los ingresos como «Paciente», sin dirección ni motivos.',
  'Si un profesional escribió su historia clínica, se guarda con su nombre por el tiempo que pide la ley, y la lee solo ese profesional.',
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
  const { queries } = useApi()
  const queryClient = useQueryClient()
  const removal = useMutation(
    queries.contacts.removeGuest.mutationOptions({
      meta: { refetch: 'background' },
      // After a success, the open details would not be found.
      onError: () => void queryClient.invalidateQueries({ queryKey: queries.contacts.get.key() }),
    }),
  )
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
