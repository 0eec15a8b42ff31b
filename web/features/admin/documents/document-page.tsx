import { Link } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { DocumentRow } from '#contract/center-records.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useDialogState } from '#web/ui/use-dialog-state.ts'
import ChevronLeft from '~icons/lucide/chevron-left'

import { ActionDialog } from '../actions/action-dialog.tsx'
import { type DocumentAction, documentActions } from './document-actions.ts'
import { DocumentFacts, documentTitle, ReviewButtons } from './document-facts.tsx'
import { DocumentViewer, useDocumentFile } from './document-viewer.tsx'
import { reviewKeys } from './review-keys.ts'

type DocumentPageProps = {
  items: readonly DocumentRow[]
  more: (() => unknown) | undefined
  openId: string
  /** Opens another document of the list, or with undefined goes back to the list. */
  onOpen: (id: string | undefined) => void
}

/** One document of the list beside its file. Single keys move through the list and open the dialogs of the actions. */
export function DocumentPage({ items, more, openId, onOpen }: DocumentPageProps) {
  const region = useRef<HTMLElement>(null)
  const index = items.findIndex(({ id }) => id === openId)
  const document = items[index]
  // Without the focus, the region would not receive the keys.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus follows the open document
  useEffect(() => region.current?.focus({ preventScroll: true }), [openId])
  const next = items[index + 1]
  const previous = items[index - 1]
  const isLast = index >= 0 && next === undefined
  const loadMore = useEffectEvent(() => void more?.())
  useEffect(() => {
    if (isLast) loadMore()
  }, [isLast])
  const dialog = useDialogState<{ action: DocumentAction; document: DocumentRow }>()
  const opening = (row: DocumentRow | undefined) => (row ? () => onOpen(row.id) : undefined)
  const decision = (action: DocumentAction) =>
    document?.can[action] ? () => dialog.show({ action, document }) : undefined
  const keys = {
    j: opening(next),
    ArrowRight: opening(next),
    k: opening(previous),
    ArrowLeft: opening(previous),
    a: decision('approve'),
    r: decision('reject'),
    p: decision('request'),
  }
  return (
    <section
      ref={region}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the region that handles keys must be reachable by keyboard
      tabIndex={0}
      aria-label="Revisar documentos"
      className="grid grid-cols-1 gap-4 rounded-card outline-offset-8"
      onKeyDown={reviewKeys(keys)}
    >
      <DocumentBar
        position={document && `${index + 1} de ${items.length}${more ? ' o más' : ''}`}
        onList={() => onOpen(undefined)}
        onPrevious={opening(previous)}
        onNext={opening(next)}
      />
      {document ? (
        <OpenDocument
          key={document.id}
          document={document}
          next={next}
          onAction={(action) => dialog.show({ action, document })}
        />
      ) : (
        <EmptyState drawing="documents" heading="h3" title="Este documento ya no está en esta lista">
          Otra persona del equipo lo revisó, o el centro subió uno más nuevo. Vuelve a la lista para seguir.
        </EmptyState>
      )}
      {dialog.subject && (
        <ActionDialog
          key={dialog.key}
          action={documentActions[dialog.subject.action]}
          rows={[{ ...dialog.subject.document, name: documentTitle(dialog.subject.document) }]}
          open={dialog.isOpen}
          onClose={dialog.close}
          finalFocus={region}
          onDone={() => onOpen((next ?? previous)?.id)}
        />
      )}
    </section>
  )
}

type DocumentBarProps = {
  /** The position is like «2 de 60»; undefined for a document that is no longer in the list. */
  position: string | undefined
  onList: () => void
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
}

function DocumentBar({ position, onList, onPrevious, onNext }: DocumentBarProps) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button
        variant="quiet"
        size="small"
        className="-ml-3"
        icon={<ChevronLeft aria-hidden="true" className="size-4" />}
        onClick={onList}
      >
        Toda la lista
      </Button>
      <Button variant="secondary" size="small" aria-keyshortcuts="K" disabled={!onPrevious} onClick={onPrevious}>
        Anterior
      </Button>
      <Button variant="secondary" size="small" aria-keyshortcuts="J" disabled={!onNext} onClick={onNext}>
        Siguiente
      </Button>
      {position && (
        <p role="status" className="text-sm text-ink-soft">
          {position}
        </p>
      )}
      <p className="ml-auto text-sm text-ink-soft max-lg:hidden">
        <Key name="J" /> siguiente · <Key name="K" /> anterior · <Key name="A" /> aprobar · <Key name="R" /> rechazar ·{' '}
        <Key name="P" /> pedir de nuevo
      </p>
    </div>
  )
}

type OpenDocumentProps = {
  document: DocumentRow
  next: DocumentRow | undefined
  onAction: (action: DocumentAction) => void
}

function OpenDocument({ document, next, onAction }: OpenDocumentProps) {
  return (
    <div className="grid grid-cols-1 gap-4 lg:h-[calc(100dvh-9rem)] lg:min-h-96 lg:grid-cols-[20rem_minmax(0,1fr)] lg:grid-rows-[minmax(0,1fr)]">
      <div className="grid grid-cols-1 content-start gap-3 lg:overflow-y-auto">
        <Link
          from="/admin/dashboard"
          search={(before) => ({ ...before, seccion: 'centros', centro: document.centerId, documento: undefined })}
          className="justify-self-start text-lg font-semibold text-action underline wrap-anywhere"
        >
          {document.centerName}
        </Link>
        <DocumentFacts document={document} />
        <div className="flex flex-wrap gap-2">
          <ReviewButtons document={document} onAction={onAction} withKeys />
        </div>
      </div>
      <DocumentViewer document={document} name={documentTitle(document)} />
      {next && <PreloadedFile document={next} />}
    </div>
  )
}

function PreloadedFile({ document }: { document: DocumentRow }) {
  useDocumentFile(document)
  return null
}

function Key({ name }: { name: string }) {
  return <kbd className="rounded border border-line bg-panel px-1.5 font-sans text-ink">{name}</kbd>
}
