import { useQuery } from '@tanstack/react-query'

import { brand } from '#contract/brand.ts'
import type { ComplianceCheck } from '#contract/compliance.ts'
import type { Membership } from '#contract/memberships.ts'
import type { Publication } from '#contract/publication.ts'
import { useApi } from '#web/platform/api.ts'
import { useHashFocus } from '#web/platform/use-hash-focus.ts'
import { Pending } from '#web/ui/pending.tsx'

import { DocumentCard } from './document-card.tsx'
import { PublicationCard, usePublication } from './publication-panel.tsx'
import { reviewTimeText } from './review-time-text.ts'

export function DocumentsSection({ membership: { centerId } }: { membership: Membership }) {
  const { queries } = useApi()
  const checks = useQuery(queries.compliance.list.queryOptions({ input: { centerId } }))
  const publication = usePublication({ centerId })
  const pendingQuery = checks.data ? publication : checks
  if (!checks.data || !publication.data) {
    return (
      <Pending query={pendingQuery} loading="Cargando los documentos" failed="No se pudieron cargar los documentos" />
    )
  }
  const { items, usualReviewHours } = checks.data
  return (
    <Documents centerId={centerId} checks={items} usualReviewHours={usualReviewHours} publication={publication.data} />
  )
}

type DocumentsProps = {
  centerId: string
  checks: readonly ComplianceCheck[]
  usualReviewHours: number | null
  publication: Publication
}

function Documents({ centerId, checks, usualReviewHours, publication }: DocumentsProps) {
  useHashFocus()
  return (
    <div className="grid gap-5">
      <PublicationCard centerId={centerId} publication={publication} withoutDocuments />
      <p className="max-w-[41.5em] text-ink-soft">
        {`El equipo de ${brand.name} los revisa para verificar ${publication.isSolo ? 'tu consulta' : 'tu centro'}. Los ven solo tú y quienes revisan.`}
        {usualReviewHours !== null && ` ${reviewTimeText(usualReviewHours)}`}
      </p>
      <div className="grid grid-cols-1 items-start gap-4 md:grid-cols-2">
        {publication.documents.map((document) => (
          <DocumentCard
            key={document.type}
            centerId={centerId}
            document={document}
            isSolo={publication.isSolo}
            checks={checks.filter((check) => check.type === document.type && check.fileName !== null)}
          />
        ))}
      </div>
    </div>
  )
}
