import type { ComplianceCheck } from '#contract/compliance.ts'
import type { Publication } from '#contract/publication.ts'
import { formatDate } from '#web/platform/formats.ts'
import { useToday } from '#web/platform/use-now.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { opensDialog } from '#web/ui/dialog.tsx'
import { useDialogState } from '#web/ui/use-dialog-state.ts'

import { statusOn } from './check-status.ts'
import { DocumentStatusBadge } from './document-status-badge.tsx'
import { DownloadButton } from './download-button.tsx'
import { NeedBadge } from './need-badge.tsx'
import { documentAdvice, documentWords } from './publication-words.ts'
import { RegistrationNumbers } from './registration-numbers.tsx'
import { UploadDialog } from './upload-dialog.tsx'

/** One kind of document: its status, what to do about it, and its files. `checks`: the newest first. */
export function DocumentCard({
  centerId,
  document,
  checks,
  isSolo,
}: {
  centerId: string
  document: Publication['documents'][number]
  checks: readonly ComplianceCheck[]
  isSolo: boolean
}) {
  const uploading = useDialogState()
  const today = useToday()
  const { type, need, status, renewal, requestReason, lapsesSoon } = document
  const [newest, ...older] = checks
  const { name, description } = documentWords({ type, isSolo })
  const isSettled = requestReason === null && (status === 'approved' || status === 'pending')
  return (
    <Card as="section" aria-labelledby={`check-${type}`} className="grid grid-cols-1 content-start gap-4">
      <div className="grid justify-items-start gap-2">
        <h3 id={`check-${type}`}>{name}</h3>
        <p className="flex flex-wrap gap-2">
          <DocumentStatusBadge status={status} />
          <NeedBadge need={need} status={status} />
        </p>
        <p className="text-ink-soft">{description}</p>
      </div>
      <Advice document={document} />
      {type === 'license' && <RegistrationNumbers centerId={centerId} isSolo={isSolo} />}
      {newest && (
        <div className="grid grid-cols-1 justify-items-start gap-2">
          {/* The approved document stays valid until this one is approved. */}
          {renewal !== null && <DocumentStatusBadge status={renewal} />}
          <CheckFacts
            centerId={centerId}
            check={newest}
            today={today}
            withoutExpiry={renewal === null && (status === 'approved' || status === 'expired')}
          />
        </div>
      )}
      <Button
        variant={isSettled && renewal !== 'rejected' && !(lapsesSoon && renewal === null) ? 'secondary' : 'primary'}
        id={`upload-${type}`}
        className="justify-self-start"
        {...opensDialog}
        onClick={() => uploading.show()}
      >
        {newest ? 'Subir uno más nuevo' : 'Subir documento'}
        <span className="sr-only">{`: ${name}`}</span>
      </Button>
      {older.length > 0 && <OlderChecks centerId={centerId} older={older} today={today} />}
      <UploadDialog
        key={uploading.key}
        centerId={centerId}
        type={type}
        name={name}
        isSolo={isSolo}
        replaces={checks.some(({ status }) => status === 'approved')}
        open={uploading.isOpen}
        onClose={uploading.close}
      />
    </Card>
  )
}

function Advice({ document }: { document: Publication['documents'][number] }) {
  const { status, renewal, requestReason, lapsesSoon } = document
  const isRefused = requestReason !== null || status === 'rejected' || renewal === 'rejected'
  const advice = documentAdvice(document)
  if (isRefused) {
    return (
      <Banner tone="red">
        <span className="whitespace-pre-line wrap-anywhere">{advice}</span>
      </Banner>
    )
  }
  if (lapsesSoon && renewal === null) return <Banner tone="amber">{advice}</Banner>
  return status !== 'missing' && <p className="text-sm text-ink-soft">{advice}</p>
}

function OlderChecks({
  centerId,
  older,
  today,
}: {
  centerId: string
  older: readonly ComplianceCheck[]
  today: string
}) {
  return (
    <details className="border-t border-line pt-3">
      <summary className="flex min-h-11 cursor-pointer items-center font-medium text-action">
        {older.length === 1 ? 'Ver el anterior' : `Ver los ${older.length} anteriores`}
      </summary>
      <ul className="grid divide-y divide-line">
        {older.map((check) => (
          <li key={check.id} className="grid grid-cols-1 justify-items-start gap-2 py-3">
            <DocumentStatusBadge status={statusOn({ check, today })} />
            <CheckFacts centerId={centerId} check={check} today={today} />
            {check.notes && <p className="text-sm whitespace-pre-line wrap-anywhere">{check.notes}</p>}
          </li>
        ))}
      </ul>
    </details>
  )
}

type CheckFactsProps = {
  centerId: string
  check: ComplianceCheck
  today: string
  /** The sentence above already states the expiry date. */
  withoutExpiry?: boolean
}

function CheckFacts({ centerId, check, today, withoutExpiry = false }: CheckFactsProps) {
  const { createdAt } = check
  const validity = withoutExpiry ? undefined : validityText(check, today)
  return (
    <div className="grid grid-cols-1 gap-1">
      <DownloadButton centerId={centerId} check={check} />
      <p className="text-sm text-ink-soft">{`Subido el ${formatDate(createdAt)}`}</p>
      {validity && <p className="text-sm text-ink-soft">{validity}</p>}
    </div>
  )
}

/** A rejected document is not in force. Until it is reviewed, the date is only what the centre typed. */
function validityText({ status, expiryDate }: ComplianceCheck, today: string): string | undefined {
  if (status === 'rejected') return undefined
  const verb = expiryDate !== null && expiryDate < today ? 'venció' : 'vence'
  if (status === 'pending')
    return expiryDate === null ? undefined : `Según lo que escribiste, ${verb} el ${formatDate(expiryDate)}`
  return expiryDate === null
    ? 'Sin vencimiento'
    : `${verb === 'vence' ? 'Vence' : 'Venció'} el ${formatDate(expiryDate)}`
}
