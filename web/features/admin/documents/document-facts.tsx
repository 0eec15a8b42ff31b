import type { DocumentRow } from '#contract/center-records.ts'
import { DocumentStatusBadge } from '#web/features/compliance/document-status-badge.tsx'
import { DownloadButton } from '#web/features/compliance/download-button.tsx'
import { documentWords } from '#web/features/compliance/publication-words.ts'
import { useToday } from '#web/platform/use-now.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'

import type { DocumentAction } from './document-actions.ts'
import { documentHistory, reviewComment } from './document-history.ts'

export type ShownDocument = Omit<DocumentRow, 'centerName'>

export function documentName({ type }: Pick<ShownDocument, 'type'>): string {
  return documentWords({ type, isSolo: false }).name
}

/** The title is like «Habilitación de Centro Ombú». */
export function documentTitle({ type, centerName }: Pick<DocumentRow, 'type' | 'centerName'>): string {
  return `${documentName({ type })} de ${centerName}`
}

export function DocumentFacts({ document }: { document: ShownDocument }) {
  const today = useToday()
  const comment = reviewComment(document)
  return (
    <div className="grid grid-cols-1 gap-1">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="font-semibold">{documentName(document)}</p>
        <DocumentStatusBadge
          status={document.status === 'pending' && document.fileName === null ? 'missing' : document.status}
        />
        {document.requestReason !== null && <Badge tone="blue">Pedido de nuevo</Badge>}
        {document.lapsesSoon && <Badge tone="amber">Vence pronto</Badge>}
      </div>
      <p className="text-sm text-ink-soft">{documentHistory(document, { today })}</p>
      {document.type === 'license' && <Registrations registrations={document.registrations} />}
      {document.requestReason !== null && (
        <p className="text-sm wrap-anywhere text-ink-soft">{`Pedimos otro: ${document.requestReason}`}</p>
      )}
      {comment && <p className="text-sm wrap-anywhere text-ink-soft">{comment}</p>}
      {document.fileName !== null && <DownloadButton centerId={document.centerId} check={document} />}
    </div>
  )
}

/** What the professionals declared, to compare it with the document. */
function Registrations({ registrations }: Pick<ShownDocument, 'registrations'>) {
  if (registrations.length === 0) {
    return <p className="text-sm text-ink-soft">Sin número de registro declarado.</p>
  }
  return (
    <ul className="text-sm" aria-label="Números de registro declarados">
      {registrations.map(({ name, number }) => (
        <li key={`${name} ${number}`} translate="no" className="wrap-anywhere">
          {`Registro declarado: ${number} (${name})`}
        </li>
      ))}
    </ul>
  )
}

type ReviewButtonsProps = { document: ShownDocument; onAction: (action: DocumentAction) => void; withKeys?: boolean }

const buttons = [
  { action: 'approve', label: 'Aprobar…', key: 'A' },
  { action: 'reject', label: 'Rechazar…', key: 'R' },
  { action: 'request', label: 'Pedir de nuevo…', key: 'P' },
] as const satisfies readonly { action: DocumentAction; label: string; key: string }[]

/** The actions that the server allows. `withKeys`: each button names its key, which reviewKeys() handles. */
export function ReviewButtons({ document, onAction, withKeys = false }: ReviewButtonsProps) {
  return (
    <>
      {buttons
        .filter(({ action }) => document.can[action])
        .map(({ action, label, key }) => (
          <Button
            key={action}
            variant="secondary"
            size="small"
            {...(withKeys && { 'aria-keyshortcuts': key })}
            onClick={() => onAction(action)}
          >
            {label}
          </Button>
        ))}
    </>
  )
}
