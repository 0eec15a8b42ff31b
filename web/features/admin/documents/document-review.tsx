import { useState } from 'react'

import { Button } from '#web/ui/button.tsx'
import { useDialogState } from '#web/ui/use-dialog-state.ts'

import { DocumentFacts, documentTitle, ReviewButtons, type ShownDocument } from './document-facts.tsx'
import { DocumentViewer } from './document-viewer.tsx'
import { type Review, ReviewDialog } from './review-dialog.tsx'

/** A document on the page of its centre: its facts, the file on request, and the measures. */
export function DocumentReview({ document, centerName }: { document: ShownDocument; centerName: string }) {
  const dialog = useDialogState<Review>()
  const [isShown, setShown] = useState(false)
  const name = documentTitle({ ...document, centerName })
  return (
    <div className="grid grid-cols-1 gap-2">
      <DocumentFacts document={document} />
      <div className="flex flex-wrap items-center gap-2">
        {document.fileName !== null && (
          <Button variant="secondary" size="small" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
            {isShown ? 'Cerrar el documento' : 'Ver aquí'}
          </Button>
        )}
        <ReviewButtons document={document} onReview={dialog.show} />
      </div>
      {isShown && (
        <div className="h-[70vh]">
          <DocumentViewer document={document} name={name} />
        </div>
      )}
      {dialog.subject && (
        <ReviewDialog
          key={dialog.key}
          review={dialog.subject}
          documents={[{ ...document, name }]}
          open={dialog.isOpen}
          onClose={dialog.close}
        />
      )}
    </div>
  )
}
