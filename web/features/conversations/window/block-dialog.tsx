import { useMutation } from '@tanstack/react-query'
import type { Conversation } from '#contract/conversations.ts'
import { useApi } from '#web/platform/api.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.ts'

type Props = { conversation: Conversation; open: boolean; onClose: () => void }

export function BlockDialog({ conversation: { id: conversationId, other, center, isBlocked }, open, onClose }: Props) {
  const { queries } = useApi()
  const block = useMutation(queries.conversations.block.mutationOptions())

  async function confirm(): Promise<void> {
    await block.mutateAsync({ conversationId, isBlocked: !isBlocked })
    toast({ title: isBlocked ? 'Conversación desbloqueada' : 'Conversación bloqueada' })
  }

  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={isBlocked ? `¿Desbloquear a ${other.name}?` : `¿Bloquear a ${other.name}?`}
      consequences={
        isBlocked
          ? [`Tú y ${other.name} podrán volver a escribirse.`]
          : [
              `${other.name} no podrá enviarte mensajes en esta conversación, y tú tampoco.`,
              ...(other.id === center.id ? ['Tampoco podrá agendarte citas. Las que ya tienes siguen en pie.'] : []),
              'Los mensajes anteriores quedan. Puedes desbloquear cuando quieras.',
            ]
      }
      confirmLabel={isBlocked ? 'Desbloquear' : 'Bloquear'}
      danger={!isBlocked}
      onConfirm={confirm}
    />
  )
}
