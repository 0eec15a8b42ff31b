import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { ListedDraft } from '#contract/clinical-records.ts'
import { useApi } from '#web/platform/api.ts'
import { formatDate, formatLongMoment } from '#web/platform/formats.ts'
import { RowOwnTime } from '#web/platform/zone-note.tsx'
import { Button } from '#web/ui/button.tsx'
import { opensDialog } from '#web/ui/dialog.tsx'
import { useDialogState } from '#web/ui/use-dialog-state.ts'
import type { CompleteButtonType } from './note-form.tsx'
import { TimelineDialog } from './timeline-dialog.tsx'

/** The notes that the professional started and has not saved. Renders nothing without one. */
export function OwnDrafts({ centerId, CompleteButton }: { centerId: string; CompleteButton: CompleteButtonType }) {
  const titleId = useId()
  const { queries } = useApi()
  const { data } = useQuery(queries.clinicalRecords.drafts.queryOptions({ input: { centerId } }))
  const dialog = useDialogState<ListedDraft>()
  const drafts = data?.items ?? []
  return (
    <>
      {drafts.length > 0 && (
        <section aria-labelledby={titleId} className="grid gap-2 rounded-card bg-amber-soft px-4 py-3">
          <h3 id={titleId} className="text-base">
            {drafts.length === 1 ? '1 nota sin guardar' : `${drafts.length} notas sin guardar`}
          </h3>
          <ul className="grid gap-2 text-sm">
            {drafts.map((draft) => (
              <li key={draft.appointmentId} className="flex flex-wrap items-center justify-between gap-2">
                <span>
                  <span translate="no" className="font-semibold wrap-anywhere">
                    {draft.patientName}
                  </span>
                  {`: ${formatLongMoment(draft.startsAt)}`}
                  <RowOwnTime instant={draft.startsAt} />
                  {`. Se borra el ${formatDate(draft.keptUntil)}.`}
                </span>
                <Button size="small" variant="secondary" {...opensDialog} onClick={() => dialog.show(draft)}>
                  Seguir
                  <span className="sr-only">
                    {' con la nota de '}
                    <span translate="no">{draft.patientName}</span>
                  </span>
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {dialog.subject && (
        <TimelineDialog
          key={dialog.key}
          centerId={centerId}
          CompleteButton={CompleteButton}
          appointmentId={dialog.subject.appointmentId}
          open={dialog.isOpen}
          onClose={dialog.close}
        />
      )}
    </>
  )
}
