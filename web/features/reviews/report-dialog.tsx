import { useMutation, useQueryClient } from '@tanstack/react-query'

import { useApi } from '#web/platform/api.ts'
import { toast } from '#web/ui/toast.ts'

import { type ReviewDialogProps, ReviewTextDialog } from './review-text-dialog.tsx'

export function ReportDialog({ centerId, ...dialog }: { centerId: string } & ReviewDialogProps) {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  const report = useMutation({
    ...queries.reviews.report.mutationOptions(),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: queries.reviews.key() })
      toast({ kind: 'success', title: 'Gracias por avisarnos', description: 'Vamos a revisar esa opinión.' })
      dialog.onClose()
    },
  })
  return (
    <ReviewTextDialog
      {...dialog}
      title="Reportar la opinión"
      description="Cuéntanos qué tiene de malo: un insulto, datos de alguien, o de quien no fue paciente. Mientras la revisamos se sigue viendo."
      label="Motivo"
      max={1000}
      missing="Cuéntanos qué tiene de malo"
      submitLabel="Enviar"
      pendingLabel="Enviando…"
      act={report}
      send={(review, reason) => report.mutate({ centerId, reviewId: review.id, reason })}
    />
  )
}
