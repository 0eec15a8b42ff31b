import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import type { Publication } from '#contract/publication.ts'
import { useApi } from '#web/platform/api.ts'
import { Banner } from '#web/ui/banner.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Card } from '#web/ui/card.tsx'
import { Pending } from '#web/ui/pending.tsx'
import ArrowRight from '~icons/lucide/arrow-right'
import { DocumentStatusBadge } from './document-status-badge.tsx'
import { NeedBadge } from './need-badge.tsx'
import {
  documentAdvice,
  documentWords,
  isMissingDocument,
  isMissingRoom,
  partPlaces,
  summaryOf,
} from './publication-words.ts'

export function usePublication({ centerId, enabled = true }: { centerId: string; enabled?: boolean }) {
  const { queries } = useApi()
  return useQuery({ ...queries.practice.publication.queryOptions({ input: { centerId } }), enabled })
}

type PublicationPanelProps = {
  centerId: string
  /** Renders nothing while no action is needed. */
  onlyIfNeeded?: boolean
}

export function PublicationPanel({ centerId, onlyIfNeeded = false }: PublicationPanelProps) {
  const query = usePublication({ centerId })
  if (query.data) {
    if (onlyIfNeeded && !needsAttention(query.data)) return null
    return <PublicationCard centerId={centerId} publication={query.data} />
  }
  // A dashboard shows its other content while this loads.
  if (onlyIfNeeded && !query.isError) return null
  return <Pending query={query} loading="Cargando tus documentos" failed="No se pudo cargar cómo va tu publicación" />
}

function needsAttention(publication: Publication): boolean {
  const { state, documents } = publication
  const isDue = documents.some(
    ({ status, lapsesSoon, renewal, requestReason }) =>
      requestReason !== null ||
      status === 'expired' ||
      status === 'rejected' ||
      renewal === 'rejected' ||
      (lapsesSoon && renewal === null),
  )
  return state !== 'published' || isDue || isMissingDocument(publication) || isMissingRoom(publication)
}

type PublicationCardProps = {
  centerId: string
  publication: Publication
  /** Set by a page that shows each document itself. */
  withoutDocuments?: boolean
}

export function PublicationCard({ centerId, publication, withoutDocuments = false }: PublicationCardProps) {
  const id = useId()
  const { title, text, tone } = summaryOf(publication)
  const missing = publication.parts.filter(({ isDone }) => !isDone)
  return (
    <Card as="section" aria-labelledby={id} className="grid gap-5">
      <h3 id={id} className="sr-only">
        Publicación
      </h3>
      <Banner
        tone={tone}
        title={title}
        {...(publication.withdrawalReason !== null && {
          action: (
            <Link to="/contact" className={buttonClass({ variant: 'secondary', size: 'small' })}>
              Escribirnos
            </Link>
          ),
        })}
      >
        <span className="wrap-anywhere">{text}</span>
      </Banner>
      <Parts title="Falta para publicarte" centerId={centerId} parts={missing} neededFor="publication" />
      <Parts title="Falta para recibir reservas" centerId={centerId} parts={missing} neededFor="bookings" />
      <Parts title="Falta para las consultas online" centerId={centerId} parts={missing} neededFor="online" />
      {!withoutDocuments && (
        <div className="grid gap-2">
          <h4 className="font-semibold">Documentos</h4>
          <ul className="grid divide-y divide-line">
            {publication.documents.map((document) => (
              <DocumentRow key={document.type} centerId={centerId} document={document} isSolo={publication.isSolo} />
            ))}
          </ul>
        </div>
      )}
      <Parts title="Para que te elijan más, si quieres" centerId={centerId} parts={missing} neededFor="profile" />
    </Card>
  )
}

type PartsProps = {
  title: string
  centerId: string
  parts: readonly Publication['parts'][number][]
  neededFor: Publication['parts'][number]['neededFor']
}

function Parts({ title, centerId, parts, neededFor }: PartsProps) {
  const shown = parts.filter((part) => part.neededFor === neededFor)
  if (shown.length === 0) return null
  return (
    <div className="grid gap-1">
      <h4 className="font-semibold">{title}</h4>
      <ul className="grid gap-x-6 sm:grid-cols-2">
        {shown.map(({ key }) => {
          const { label, section, hash } = partPlaces[key]
          return (
            <li key={key}>
              <SectionLink centerId={centerId} section={section} hash={hash}>
                <ArrowRight aria-hidden="true" className="size-4 shrink-0" />
                {label}
              </SectionLink>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

type DocumentRowProps = { centerId: string; document: Publication['documents'][number]; isSolo: boolean }

function DocumentRow({ centerId, document, isSolo }: DocumentRowProps) {
  const { type, need, status, renewal, requestReason } = document
  const { name, description } = documentWords({ type, isSolo })
  const isSettled =
    requestReason === null &&
    (status === 'pending' || renewal === 'pending' || (status === 'approved' && !document.lapsesSoon))
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-1 py-3">
      <div className="grid min-w-0 grow basis-64 gap-1">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-medium">{name}</span>
          <DocumentStatusBadge status={status} />
          <NeedBadge need={need} status={status} />
        </p>
        <p className="text-sm text-ink-soft wrap-anywhere">
          {status === 'missing' ? description : documentAdvice(document)}
        </p>
      </div>
      <SectionLink centerId={centerId} section="documentos" hash={`upload-${type}`}>
        {isSettled ? 'Ver' : 'Subir'}
        <span className="sr-only">{`: ${name}`}</span>
      </SectionLink>
    </li>
  )
}

type SectionLinkProps = { centerId: string; section: string; hash: string | undefined; children: React.ReactNode }

/** Links to a control: the section moves the focus to it. */
function SectionLink({ centerId, section, hash, children }: SectionLinkProps) {
  return (
    <Link
      to="/center/dashboard"
      search={{ seccion: section as 'perfil', centro: centerId }}
      {...(hash && { hash })}
      hashScrollIntoView={false}
      className="link inline-flex min-h-11 items-center gap-2"
    >
      {children}
    </Link>
  )
}
