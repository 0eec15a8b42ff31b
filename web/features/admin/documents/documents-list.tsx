import { Link } from '@tanstack/react-router'
import { type RefObject, useState } from 'react'

import type { DocumentRow } from '#contract/center-records.ts'
import { maxTargets } from '#contract/moderation.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { useDialogState } from '#web/ui/use-dialog-state.ts'

import { SelectBox } from '../measures/select-box.tsx'
import { SelectionBar } from '../measures/selection-bar.tsx'
import { withMember } from '../measures/with-member.ts'
import { DocumentFacts, documentTitle } from './document-facts.tsx'
import { type Review, ReviewDialog, reviewTexts } from './review-dialog.tsx'

type DocumentsListProps = { items: readonly DocumentRow[]; body: RefObject<HTMLUListElement | null> }

/** The documents of a list. Each opens beside its file, and a measure applies to all the selected ones. */
export function DocumentsList({ items, body }: DocumentsListProps) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const dialog = useDialogState<{ review: Review; documents: readonly DocumentRow[] }>()
  const selectedDocuments = items.filter(({ id }) => selected.has(id))
  return (
    <>
      {selectedDocuments.length > 0 && (
        <SelectionBar
          text={
            selectedDocuments.length === 1 ? '1 documento elegido' : `${selectedDocuments.length} documentos elegidos`
          }
          selectedCount={selectedDocuments.length}
          measures={(['approve', 'reject', 'request'] as const).map((measure) => ({
            measure,
            label: reviewTexts[measure].many,
            count: selectedDocuments.filter(({ can }) => can[measure]).length,
          }))}
          onMeasure={(review) => dialog.show({ review, documents: selectedDocuments.filter(({ can }) => can[review]) })}
          onClear={() => setSelected(new Set())}
        />
      )}
      <div className="grid grid-cols-1 rounded-card border border-line bg-panel">
        <div className="flex items-center gap-2 border-b border-line px-2 text-sm">
          <SelectBox
            label="Elegir todas las filas"
            isChecked={items.every(({ id }) => selected.has(id))}
            onToggle={(isOn) => setSelected(new Set(isOn ? items.slice(0, maxTargets).map(({ id }) => id) : []))}
          />
          <span aria-hidden="true">Elegir todas</span>
        </div>
        <ul ref={body} className="divide-y divide-line">
          {items.map((document) => (
            <DocumentListRow
              key={document.id}
              document={document}
              isSelected={selected.has(document.id)}
              onSelect={(isOn) => setSelected(withMember(selected, { id: document.id, isOn }))}
            />
          ))}
        </ul>
      </div>
      {dialog.subject && (
        <ReviewDialog
          key={dialog.key}
          review={dialog.subject.review}
          documents={dialog.subject.documents.map((document) => ({ ...document, name: documentTitle(document) }))}
          open={dialog.isOpen}
          onClose={dialog.close}
        />
      )}
    </>
  )
}

type Row = { document: DocumentRow; isSelected: boolean; onSelect: (isOn: boolean) => void }

function DocumentListRow({ document, isSelected, onSelect }: Row) {
  return (
    <li
      tabIndex={-1}
      className={isSelected ? 'flex items-start gap-2 bg-action-soft p-2 pr-4' : 'flex items-start gap-2 p-2 pr-4'}
    >
      <SelectBox label={`Elegir ${documentTitle(document)}`} isChecked={isSelected} onToggle={onSelect} />
      <div className="flex min-w-0 grow flex-wrap items-start gap-x-6 gap-y-2 pb-2">
        <div className="grid min-w-0 grow basis-52 grid-cols-1 gap-1">
          <Link
            from="/admin/dashboard"
            search={(before) => ({ ...before, seccion: 'centros', centro: document.centerId })}
            className="inline-flex min-h-11 items-center justify-self-start font-medium text-action underline wrap-anywhere"
          >
            {document.centerName}
          </Link>
          <DocumentFacts document={document} />
        </div>
        <Link
          from="/admin/dashboard"
          search={(before) => ({ ...before, documento: document.id })}
          className={buttonClass({ variant: 'secondary', size: 'small' })}
        >
          Revisar
          <span className="sr-only">{`: ${document.centerName}`}</span>
        </Link>
      </div>
    </li>
  )
}
