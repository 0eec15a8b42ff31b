import { useQuery } from '@tanstack/react-query'

import { checkTypes } from '#contract/compliance.ts'
import type { Membership } from '#contract/memberships.ts'
import { useApi } from '#web/platform/api.ts'
import { Pending } from '#web/ui/pending.tsx'

import { DocumentCard } from './document-card.tsx'

/** What proves that the centre may do what it does: each kind with its newest, and those before it. */
export function DocumentsSection({ membership: { centerId } }: { membership: Membership }) {
  const { queries } = useApi()
  const asked = useQuery(queries.compliance.list.queryOptions({ input: { centerId } }))
  if (!asked.data) {
    return <Pending asked={asked} loading="Cargando los documentos" failed="No se pudieron cargar los documentos" />
  }
  const { items } = asked.data
  return (
    <div className="grid gap-4">
      <p className="max-w-[65ch] text-ink-soft">
        El equipo de Senda los revisa para verificar tu centro. Los ven solo tú y quienes revisan.
      </p>
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-3">
        {checkTypes.map((type) => (
          <DocumentCard
            key={type}
            centerId={centerId}
            type={type}
            checks={items.filter((check) => check.type === type && check.fileName !== null)}
          />
        ))}
      </div>
    </div>
  )
}
