import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { LegalDocument } from '#contract/legal-texts.ts'
import { useApi } from '#web/platform/api.ts'
import { formatDate } from '#web/platform/formats.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { LegalPage, type LegalSection } from './legal-page.tsx'

export type LegalTextProps = {
  document: LegalDocument
  title: string
  /** Of the text that comes with the code. */
  intro: ReactNode
  sections: () => readonly LegalSection[]
}

const paths = { terms: '/terms', privacy: '/privacy' } as const

const sinceOf = ({ version, current }: { version: string; current: string }) =>
  version < current ? 'Versión que rigió desde el' : 'Versión que rige desde el'

/** The version in effect, or that of the URL; the operator's own text, or else the one that comes with the code. */
export function LegalText({ document, title, intro, sections }: LegalTextProps) {
  const { queries } = useApi()
  const { version } = useSearch({ from: paths[document] })
  const query = useQuery(queries.operator.legalText.queryOptions({ input: { document, ...(version && { version }) } }))
  const { data } = query
  if (!data) return <Pending query={query} loading={`Cargando: ${title}`} failed="No se pudo cargar el texto" />
  const link = (day: string, label: string) => (
    <Link key={day} to={paths[document]} search={{ version: day }} className="link">
      {label}
    </Link>
  )
  return (
    <LegalPage
      title={title}
      version={data.version}
      since={sinceOf(data)}
      intro={data.sections === null && intro}
      notice={
        data.version !== data.current ? (
          <Banner
            tone="amber"
            title={data.version < data.current ? 'Esta versión ya no rige' : 'Esta versión todavía no rige'}
          >
            {link(data.current, 'Leer la que rige hoy')}
          </Banner>
        ) : data.next ? (
          <Banner tone="blue" title={`Cambia el ${formatDate(data.next.version)}`}>
            {data.next.summary} {link(data.next.version, 'Leer la versión nueva')}
          </Banner>
        ) : undefined
      }
      sections={
        data.sections?.map(({ html, ...section }) => ({
          ...section,
          // The server made it from Markdown, in which HTML is text (rules/legal-sections.ts).
          // biome-ignore lint/security/noDangerouslySetInnerHtml: see above
          content: <div dangerouslySetInnerHTML={{ __html: html }} />,
        })) ?? sections()
      }
    >
      {data.earlier.length > 0 && (
        <p className="mt-10 flex flex-wrap gap-x-4 gap-y-2 text-sm text-ink-soft">
          Versiones anteriores: {data.earlier.map((day) => link(day, formatDate(day)))}
        </p>
      )}
    </LegalPage>
  )
}
