import { useApi } from '#web/platform/api.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.ts'

import type { Dependant } from './dependant-card.tsx'
import { useDependantsRefresh } from './use-dependants-refresh.ts'

export type RemoveDependantProps = { dependant: Dependant; open: boolean; onClose: () => void; onRemoved: () => void }

export function RemoveDependant({ dependant, open, onClose, onRemoved }: RemoveDependantProps) {
  const { api } = useApi()
  const refresh = useDependantsRefresh()

  async function remove() {
    try {
      await api.dependants.remove({ dependantId: dependant.id })
    } finally {
      await refresh()
    }
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
