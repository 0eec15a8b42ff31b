import { useState } from 'react'

import { Button } from '#web/ui/button.tsx'
import { useDialogState } from '#web/ui/use-dialog-state.ts'

import { ActionDialog } from '../actions/action-dialog.tsx'
import { type DocumentAction, documentActions } from './document-actions.ts'
import { DocumentFacts, documentTitle, ReviewButtons, type ShownDocument } from './document-facts.tsx'
import { DocumentViewer } from './document-viewer.tsx'

/** A document on the page of its centre: its facts, the file on request, and the actions. */
export function DocumentReview({ document, centerName }: { document: ShownDocument; centerName: string }) {
  const dialog = useDialogState<DocumentAction>()
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
        <ReviewButtons document={document} onAction={dialog.show} />
      </div>
      {isShown && (
        <div className="h-[70vh]">
          <DocumentViewer document={document} name={name} />
        </div>
      )}
      {dialog.subject && (
        <ActionDialog
          key={dialog.key}
          action={documentActions[dialog.subject]}
          rows={[{ ...document, name }]}
          open={dialog.isOpen}
          onClose={dialog.close}
        />
      )}
    </div>
  )
}
