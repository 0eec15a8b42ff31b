import type { DocumentRow } from '#contract/center-records.ts'
import { DocumentStatusBadge } from '#web/features/compliance/document-status-badge.tsx'
import { DownloadButton } from '#web/features/compliance/download-button.tsx'
import { documentWords } from '#web/features/compliance/publication-words.ts'
import { formatDate } from '#web/platform/formats.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { useDialogState } from '#web/ui/use-dialog-state.ts'

import { type Review, ReviewDialog } from './review-dialog.tsx'

type Shown = Omit<DocumentRow, 'centerName' | 'lapsesSoon'> & { lapsesSoon?: boolean }

/** What a document is, the file itself, and its review where it waits for one. */
export function DocumentReview({ document, centerName }: { document: Shown; centerName: string }) {
  const dialog = useDialogState<Review>()
  const { name } = documentWords({ type: document.type, isSolo: false })
  return (
    <div className="grid gap-1">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="font-semibold">{name}</p>
        <DocumentStatusBadge status={document.status} />
        {document.lapsesSoon && <Badge tone="amber">Vence pronto</Badge>}
        <p className="text-sm text-ink-soft">
          {`Subido el ${formatDate(document.createdAt)}${document.expiryDate ? ` · vence el ${formatDate(document.expiryDate)}` : ''}`}
        </p>
      </div>
      {document.notes && <p className="text-sm wrap-anywhere text-ink-soft">{document.notes}</p>}
      <div className="flex flex-wrap items-center gap-2">
        {document.fileName !== null && <DownloadButton centerId={document.centerId} check={document} />}
        {document.can.review && (
          <>
            <Button variant="secondary" size="small" onClick={() => dialog.show('approve')}>
              Aprobar…
            </Button>
            <Button variant="secondary" size="small" onClick={() => dialog.show('reject')}>
              Rechazar…
            </Button>
          </>
        )}
      </div>
      {dialog.subject && (
        <ReviewDialog
          key={dialog.key}
          review={dialog.subject}
          document={{ ...document, name: `${name} de ${centerName}` }}
          open={dialog.isOpen}
          onClose={dialog.close}
        />
      )}
    </div>
  )
}
