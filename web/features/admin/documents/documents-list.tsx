import { Link } from '@tanstack/react-router'
import type { RefObject } from 'react'

import type { DocumentRow } from '#contract/center-records.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { chooseAllRows, rowNouns } from '../actions/row-nouns.ts'
import { SelectBox } from '../actions/select-box.tsx'
import { SelectionBar } from '../actions/selection-bar.tsx'
import { useRowSelection } from '../actions/use-row-selection.ts'
import { documentActions } from './document-actions.ts'
import { DocumentFacts, documentTitle } from './document-facts.tsx'

type DocumentsListProps = { items: readonly DocumentRow[]; body: RefObject<HTMLUListElement | null> }

/** The documents of a list. Each opens beside its file, and an action applies to all the selected ones. */
export function DocumentsList({ items, body }: DocumentsListProps) {
  const selection = useRowSelection(items.map((document) => ({ ...document, name: documentTitle(document) })))
  return (
    <>
      <SelectionBar selection={selection} actions={documentActions} noun={rowNouns.document} />
      <div className="grid grid-cols-1 rounded-card border border-line bg-panel">
        <div className="flex items-center gap-2 border-b border-line px-2 text-sm">
          <SelectBox
            label={chooseAllRows(rowNouns.document)}
            isChecked={selection.areAllChosen}
            onToggle={selection.chooseAll}
          />
          <span aria-hidden="true">Elegir todos</span>
        </div>
        <ul ref={body} className="divide-y divide-line">
          {items.map((document) => (
            <DocumentListRow
              key={document.id}
              document={document}
              isSelected={selection.isChosen(document)}
              onSelect={(isOn) => selection.choose(document, isOn)}
            />
          ))}
        </ul>
      </div>
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
        {document.fileName !== null && (
          <Link
            from="/admin/dashboard"
            search={(before) => ({ ...before, documento: document.id })}
            className={buttonClass({ variant: 'secondary', size: 'small' })}
          >
            Revisar
            <span className="sr-only">{`: ${document.centerName}`}</span>
          </Link>
        )}
      </div>
    </li>
  )
}
