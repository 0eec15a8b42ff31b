import { useQuery } from '@tanstack/react-query'
import type { ReviewMeasure } from '#contract/reviews.ts'
import { AnswerDialog } from '#web/features/reviews/review-text-dialog.tsx'
import { useApi } from '#web/platform/api.ts'
import { formatDate } from '#web/platform/formats.ts'
import { useSession } from '#web/platform/session.ts'
import { Button } from '#web/ui/button.tsx'
import { opensDialog } from '#web/ui/dialog.tsx'
import { useDialogState } from '#web/ui/use-dialog-state.ts'

const titles: Record<ReviewMeasure['type'], string> = {
  delete: 'Retiramos una opinión tuya',
  warn: 'Una advertencia sobre una opinión tuya',
}

/** The measures of staff on the patient's reviews; the patient may answer each once. Renders nothing without measures. */
export function ReviewMeasures() {
  const { queries } = useApi()
  const session = useSession()
  const { data } = useQuery({ ...queries.reviews.measures.queryOptions(), enabled: session.status === 'signedIn' })
  const dialog = useDialogState<ReviewMeasure>()
  if (!data || data.items.length === 0) return null
  return (
    <section aria-label="Sobre tus opiniones" className="grid gap-3">
      {data.items.map((measure) => {
        const { measureId, type, at, reason, centerName, answer, can } = measure
        return (
          <article key={measureId} className="grid justify-items-start gap-2 rounded-card bg-amber-soft p-4">
            <h2 className="text-lg">{titles[type]}</h2>
            <p className="wrap-anywhere">{`Sobre ${centerName}, el ${formatDate(at)}. Motivo: ${reason}`}</p>
            {answer && <p className="text-sm wrap-anywhere">{`Respondiste: ${answer}`}</p>}
            {can.answer && (
              <Button variant="secondary" size="small" {...opensDialog} onClick={() => dialog.show(measure)}>
                Responder una vez
              </Button>
            )}
          </article>
        )
      })}
      {dialog.subject && (
        <AnswerDialog key={dialog.key} measure={dialog.subject} open={dialog.isOpen} onClose={dialog.close} />
      )}
    </section>
  )
}
