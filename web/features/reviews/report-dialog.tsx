import { toast } from '#web/ui/toast.ts'

import { useReportReview } from './api/report-review.ts'
import { type ReviewDialogProps, ReviewTextDialog } from './review-text-dialog.tsx'

export function ReportDialog({ centerId, ...dialog }: { centerId: string } & ReviewDialogProps) {
  const report = useReportReview()
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
      send={async (review, reason) => {
        await report.mutateAsync({ centerId, reviewId: review.id, reason })
        toast({ kind: 'success', title: 'Gracias por avisarnos', description: 'Vamos a revisar esa opinión.' })
        dialog.onClose()
      }}
    />
  )
}
