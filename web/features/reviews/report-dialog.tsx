import { useMutation, useQueryClient } from '@tanstack/react-query'

import type { OwnReview } from '#contract/reviews.ts'
import { useApi } from '#web/platform/api.ts'
import { toast } from '#web/ui/toast.ts'

import { ReviewTextDialog } from './review-text-dialog.tsx'

export function ReportDialog(o: { centerId: string; review: OwnReview | undefined; onClose: () => void }) {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  const report = useMutation({
    ...queries.reviews.report.mutationOptions(),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: queries.reviews.key() })
      toast({ kind: 'success', title: 'Gracias por avisarnos', description: 'Vamos a revisar esa opinión.' })
      o.onClose()
    },
  })
  return (
    <ReviewTextDialog
      review={o.review}
      onClose={o.onClose}
      title="Reportar la opinión"
      description="Cuéntanos qué tiene de malo: un insulto, datos de alguien, o de quien no fue paciente. Mientras la revisamos se sigue viendo."
      label="Motivo"
      max={1000}
      missing="Cuéntanos qué tiene de malo"
      submitLabel="Enviar"
      pendingLabel="Enviando…"
      act={report}
      send={(review, reason) => report.mutate({ centerId: o.centerId, reviewId: review.id, reason })}
    />
  )
}
