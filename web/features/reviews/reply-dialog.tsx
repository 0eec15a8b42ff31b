import { toast } from '#web/ui/toast.ts'

import { useReplyToReview } from './api/reply-to-review.ts'
import { type ReviewDialogProps, ReviewTextDialog } from './review-text-dialog.tsx'

export function ReplyDialog({ centerId, ...dialog }: { centerId: string } & ReviewDialogProps) {
  const reply = useReplyToReview()
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
      send={async (review, text) => {
        await reply.mutateAsync({ centerId, reviewId: review.id, text })
        toast({ kind: 'success', title: 'Respuesta publicada', description: 'Se lee debajo de la opinión.' })
        dialog.onClose()
      }}
    />
  )
}
