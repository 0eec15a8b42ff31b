import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.ts'

import { useRemoveDependant } from '../api/remove-dependant.ts'
import type { Dependant } from './dependant-card.tsx'

export type RemoveDependantProps = { dependant: Dependant; open: boolean; onClose: () => void; onRemoved: () => void }

export function RemoveDependant({ dependant, open, onClose, onRemoved }: RemoveDependantProps) {
  const removeDependant = useRemoveDependant()

  async function remove() {
    await removeDependant.mutateAsync({ dependantId: dependant.id })
    toast({ kind: 'success', title: 'Persona quitada', description: dependant.fullName })
    onRemoved()
  }

  return (
    <ConfirmDialog
      key={dependant.id}
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={`¿Quitar a ${dependant.fullName}?`}
      consequences={['Ya no aparecerá al reservar.', 'Sus citas pasadas quedan en tu historial.']}
      confirmLabel="Quitar"
      cancelLabel="Conservar"
      danger
      onConfirm={remove}
    />
  )
}
