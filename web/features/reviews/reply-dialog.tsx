import { useMutation, useQueryClient } from '@tanstack/react-query'

import { useApi } from '#web/platform/api.ts'
import { toast } from '#web/ui/toast.ts'

import { type ReviewDialogProps, ReviewTextDialog } from './review-text-dialog.tsx'

export function ReplyDialog({ centerId, ...dialog }: { centerId: string } & ReviewDialogProps) {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  const reply = useMutation({
    ...queries.reviews.reply.mutationOptions(),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: queries.reviews.key() })
      toast({ kind: 'success', title: 'Respuesta publicada', description: 'Se lee debajo de la opinión.' })
      dialog.onClose()
    },
    // Somebody of the team may have answered meanwhile: the list tells.
    onError: () => queryClient.invalidateQueries({ queryKey: queries.reviews.key() }),
  })
  return (
    <ReviewTextDialog
      {...dialog}
      title="Responder la opinión"
      description="La respuesta es pública y se escribe una sola vez. No menciones nada de la consulta."
      label="Tu respuesta"
      max={2000}
      missing="Escribe la respuesta"
      submitLabel="Publicar respuesta"
      pendingLabel="Publicando…"
      act={reply}
      send={(review, text) => reply.mutate({ centerId, reviewId: review.id, text })}
    />
  )
}
