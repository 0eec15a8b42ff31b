import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '#web/platform/api.ts'
import { formatCount, formatDate } from '#web/platform/formats.ts'
import { Button } from '#web/ui/button.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { LegalDialog, legalNames } from './legal-dialog.tsx'

const paths = { terms: '/terms', privacy: '/privacy' } as const

/** The versions of the legal texts, and the way to a new one. */
export function LegalPart() {
  const { queries } = useApi()
  const query = useQuery(queries.operator.legalTexts.queryOptions())
  const [isWriting, setWriting] = useState(false)
  if (!query.data)
    return <Pending query={query} loading="Cargando las versiones" failed="No se pudieron cargar las versiones" />
  const { items, earliest } = query.data
  return (
    <div className="grid gap-3">
      <ul className="divide-y divide-line">
        {items.map(({ document, version, summary, acceptances, isAnnounced }) => (
          <li key={`${document} ${version}`} className="grid gap-0.5 py-2.5">
            <a href={`${paths[document]}?version=${version}`} target="_blank" rel="noopener" className="link w-fit">
              {`${legalNames[document]}, desde el ${formatDate(version)}`}
              <span className="sr-only"> (se abre en otra pestaña)</span>
            </a>
            <span className="wrap-anywhere">{summary}</span>
            <span className="text-sm text-ink-soft">
              {`${acceptances === 0 ? 'Todavía no la aceptó ninguna cuenta' : acceptances === 1 ? 'La aceptó 1 cuenta' : `La aceptaron ${formatCount(acceptances)} cuentas`}.`}
              {isAnnounced === false && ' Les estamos avisando a las cuentas, de 9 a 21 h.'}
            </span>
          </li>
        ))}
      </ul>
      <Button variant="secondary" className="justify-self-start" onClick={() => setWriting(true)}>
        Publicar una versión nueva…
      </Button>
      {isWriting && <LegalDialog earliest={earliest} onClose={() => setWriting(false)} />}
    </div>
  )
}
