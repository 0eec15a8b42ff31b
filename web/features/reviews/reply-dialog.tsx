import { useMutation, useQueryClient } from '@tanstack/react-query'

import type { OwnReview } from '#contract/reviews.ts'
import { useApi } from '#web/platform/api.ts'
import { toast } from '#web/ui/toast.ts'

import { ReviewTextDialog } from './review-text-dialog.tsx'

export function ReplyDialog(o: { centerId: string; review: OwnReview | undefined; onClose: () => void }) {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  const reply = useMutation({
    ...queries.reviews.reply.mutationOptions(),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: queries.reviews.key() })
      toast({ kind: 'success', title: 'Respuesta publicada', description: 'Se lee debajo de la opinión.' })
      o.onClose()
    },
    // Somebody of the team may have answered meanwhile: the list tells.
    onError: () => queryClient.invalidateQueries({ queryKey: queries.reviews.key() }),
  })
  return (
    <ReviewTextDialog
      review={o.review}
      onClose={o.onClose}
      title="Responder la opinión"
      description="La respuesta es pública y se escribe una sola vez. No menciones nada de la consulta."
      label="Tu respuesta"
      max={2000}
      missing="Escribe la respuesta"
      submitLabel="Publicar respuesta"
      pendingLabel="Publicando…"
      act={reply}
      send={(review, text) => reply.mutate({ centerId: o.centerId, reviewId: review.id, text })}
    />
  )
}
