import type { CheckType, ComplianceCheck } from '#contract/compliance.ts'
import { formatDate } from '#web/platform/formats.ts'
import { localToday } from '#web/platform/local-days.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { opensDialog } from '#web/ui/dialog.tsx'
import { useOpened } from '#web/ui/use-opened.ts'

import { lapsesSoon, standingOf } from './check-words.ts'
import { DocumentStatusBadge } from './document-status-badge.tsx'
import { DownloadButton } from './download-button.tsx'
import { documentWords } from './publication-words.ts'
import { UploadDialog } from './upload-dialog.tsx'

/** One kind of document. `checks`: the newest first. */
export function DocumentCard({
  centerId,
  type,
  checks,
  isSolo,
}: {
  centerId: string
  type: CheckType
  checks: readonly ComplianceCheck[]
  isSolo: boolean
}) {
  const uploading = useOpened()
  const today = localToday()
  const [newest, ...older] = checks
  const { name, what } = documentWords({ type, isSolo })
  const standing = standingOf({ check: newest, today })
  return (
    <Card as="section" aria-labelledby={`check-${type}`} className="grid grid-cols-1 content-start gap-4">
      <div className="grid justify-items-start gap-2">
        <h3 id={`check-${type}`}>{name}</h3>
        <DocumentStatusBadge status={standing} />
        <p className="text-ink-soft">{what}</p>
      </div>
      {newest && <CheckFacts centerId={centerId} check={newest} today={today} />}
      {standing === 'rejected' && newest?.notes && (
        <Banner tone="red" title="Qué hay que corregir">
          <span className="whitespace-pre-line wrap-anywhere">{newest.notes}</span>
        </Banner>
      )}
      {newest?.expiryDate && lapsesSoon({ check: newest, today }) && (
        <Banner tone="amber">{`Vence el ${formatDate(newest.expiryDate)}. Sube el nuevo antes de esa fecha.`}</Banner>
      )}
      {standing === 'pending' && <p className="text-sm text-ink-soft">Lo estamos revisando. Aquí ves el resultado.</p>}
      <Button
        variant={standing === 'approved' || standing === 'pending' ? 'secondary' : 'primary'}
        id={`upload-${type}`}
        className="justify-self-start"
        {...opensDialog}
        onClick={() => uploading.show()}
      >
        {newest ? 'Subir uno más nuevo' : 'Subir documento'}
        <span className="sr-only">{`: ${name}`}</span>
      </Button>
      {older.length > 0 && (
        <details className="border-t border-line pt-3">
          <summary className="flex min-h-11 cursor-pointer items-center font-medium text-action">
            {older.length === 1 ? 'Ver el anterior' : `Ver los ${older.length} anteriores`}
          </summary>
          <ul className="grid divide-y divide-line">
            {older.map((check) => (
              <li key={check.id} className="grid grid-cols-1 justify-items-start gap-2 py-3">
                <DocumentStatusBadge status={standingOf({ check, today })} />
                <CheckFacts centerId={centerId} check={check} today={today} />
                {check.notes && <p className="text-sm whitespace-pre-line wrap-anywhere">{check.notes}</p>}
              </li>
            ))}
          </ul>
        </details>
      )}
      <UploadDialog
        key={uploading.turn}
        centerId={centerId}
        type={type}
        name={name}
        replaces={checks.some(({ status }) => status === 'approved')}
        open={uploading.isOpen}
        onClose={uploading.close}
      />
    </Card>
  )
}

function CheckFacts({ centerId, check, today }: { centerId: string; check: ComplianceCheck; today: string }) {
  const { createdAt, expiryDate } = check
  return (
    <div className="grid grid-cols-1 gap-1">
      <DownloadButton centerId={centerId} check={check} />
      <p className="text-sm text-ink-soft">{`Subido el ${formatDate(createdAt)}`}</p>
      <p className="text-sm text-ink-soft">
        {expiryDate ? `${expiryDate < today ? 'Venció' : 'Vence'} el ${formatDate(expiryDate)}` : 'Sin vencimiento'}
      </p>
    </div>
  )
}
