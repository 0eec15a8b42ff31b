import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { CenterRecord } from '#contract/center-records.ts'
import type { DocumentStatus, Publication } from '#contract/publication.ts'
import { documentWords } from '#web/features/compliance/publication-words.ts'
import { RateList } from '#web/features/payments/rate-list.tsx'
import { useApi } from '#web/platform/api.ts'
import { formatPercent } from '#web/platform/format-percent.ts'
import { formatDate } from '#web/platform/formats.ts'
import { Button } from '#web/ui/button.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useDialogState } from '#web/ui/use-dialog-state.ts'
import ChevronLeft from '~icons/lucide/chevron-left'
import { ActionButtons } from '../actions/action-buttons.tsx'
import { ActionDialog } from '../actions/action-dialog.tsx'
import { ActionHistory } from '../actions/action-history.tsx'
import { type DocumentAction, documentActions } from '../documents/document-actions.ts'
import { DocumentFacts, documentTitle, ReviewButtons, type ShownDocument } from '../documents/document-facts.tsx'
import { DocumentViewer } from '../documents/document-viewer.tsx'
import { RateDialog } from '../finance/rate-dialog.tsx'
import { userActions } from '../users/user-actions.tsx'
import { UserStatusBadge } from '../users/user-status-badge.tsx'
import { centerActions } from './center-actions.ts'
import { CenterChanges } from './center-changes.tsx'
import { partNames, pinNames } from './missing-words.ts'
import { RecordStatusBadge } from './record-status-badge.tsx'

/** One centre: what it has and lacks, its documents, and the actions of staff. */
export function CenterPage({ centerId }: { centerId: string }) {
  const { queries } = useApi()
  const query = useQuery(queries.centerRecords.get.queryOptions({ input: { centerId } }))
  return (
    <div className="grid max-w-7xl grid-cols-1 gap-6">
      <Link
        from="/admin/dashboard"
        search={(before) => ({ ...before, centro: undefined })}
        className="inline-flex min-h-11 items-center gap-1 justify-self-start text-action"
      >
        <ChevronLeft aria-hidden="true" className="size-5" />
        Todos los centros
      </Link>
      {query.data ? (
        <CenterDetails center={query.data} />
      ) : (
        <Pending query={query} loading="Cargando el centro" failed="No se pudo cargar el centro">
          <Skeleton className="h-96" />
        </Pending>
      )}
    </div>
  )
}

function CenterDetails({ center }: { center: CenterRecord }) {
  const status = !center.verified ? 'pending' : center.complianceStatus === 'compliant' ? 'verified' : 'non_compliant'
  return (
    <>
      <div className="grid gap-1">
        <div className="flex flex-wrap items-center gap-3">
          <h3 className="text-xl wrap-anywhere">{center.name}</h3>
          <RecordStatusBadge status={status} />
        </div>
        <p className="wrap-anywhere text-ink-soft">
          {`${center.email} · ${center.approvedAt ? `aprobado el ${formatDate(center.approvedAt)}` : 'sin aprobar'}`}
        </p>
        <p className="text-ink-soft">{`Punto en el mapa: ${pinNames[center.pinPrecision].toLocaleLowerCase('es')}`}</p>
        <CenterChanges changes={center.changes} />
        <Link
          from="/admin/dashboard"
          search={(before) => ({ ...before, vista: 'visitante' })}
          className="inline-flex min-h-11 items-center justify-self-start text-action underline"
        >
          Ver la página como un visitante
        </Link>
      </div>
      <ActionButtons
        row={center}
        actions={centerActions}
        none="Todavía no se puede aprobar: le falta algo de lo que sigue, o su cuenta no está activa."
      />
      <OwnerActions center={center} />
      <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <section aria-labelledby="center-rules" className="grid gap-2">
          <h4 id="center-rules">Qué tiene y qué le falta</h4>
          <Rules publication={center.publication} />
        </section>
        <section aria-labelledby="center-documents" className="grid gap-2">
          <h4 id="center-documents">Documentos</h4>
          {center.documents.length === 0 && <p className="text-ink-soft">Todavía no subió ninguno.</p>}
          {center.documents.length > 0 && (
            <ul className="divide-y divide-line rounded-card border border-line bg-panel">
              {center.documents.map((document) => (
                <li key={document.id} className="p-4">
                  <DocumentReview document={{ ...document, centerId: center.id }} centerName={center.name} />
                </li>
              ))}
            </ul>
          )}
        </section>
      </div>
      <CenterRate centerId={center.id} />
      <section aria-labelledby="center-actions" className="grid gap-2">
        <h4 id="center-actions">Historial de medidas</h4>
        <ActionHistory actions={center.actions} withTargets />
      </section>
    </>
  )
}

/** Suspending a centre is suspending the account that owns it, which has the centre's id. */
function OwnerActions({ center: { id: userId, name } }: { center: CenterRecord }) {
  const { queries } = useApi()
  const { data } = useQuery(queries.users.get.queryOptions({ input: { userId } }))
  if (!data) return null
  const { user } = data
  const { suspend, ban, activate } = userActions
  const ofCenter = { nameOf: () => name }
  return (
    <section aria-labelledby="center-owner" className="grid gap-2">
      <div className="flex flex-wrap items-center gap-3">
        <h4 id="center-owner">La cuenta que lo dirige</h4>
        <UserStatusBadge user={user} />
      </div>
      {user.suspensionReason && user.status !== 'active' && (
        <p className="wrap-anywhere">{`Motivo: ${user.suspensionReason}`}</p>
      )}
      <ActionButtons
        row={user}
        actions={{
          activate: { ...activate, ...ofCenter, title: () => 'Activar el centro', done: () => 'Centro activado' },
          suspend: { ...suspend, ...ofCenter, title: () => 'Suspender el centro', done: () => 'Centro suspendido' },
          ban: { ...ban, ...ofCenter, title: () => 'Bloquear el centro', done: () => 'Centro bloqueado' },
        }}
        none="No puedes aplicar medidas a esta cuenta."
      />
    </section>
  )
}

const neededWords = {
  publication: 'para publicarse',
  bookings: 'para reservas',
  online: 'para consultas online',
  profile: 'recomendado',
} as const
const statusWords = {
  missing: 'sin subir',
  pending: 'por revisar',
  approved: 'aprobado',
  rejected: 'rechazado',
  expired: 'vencido',
} as const
const needWords = { required: 'obligatorio', optional: 'opcional', unknown: 'según sus servicios' } as const

const ruleStates = {
  done: { mark: '✓ ', words: 'Cumplido: ' },
  waiting: { mark: '◔ ', words: 'Espera nuestra revisión: ' },
  missing: { mark: '○ ', words: 'Falta: ' },
} as const

const stateOf = (status: DocumentStatus): keyof typeof ruleStates =>
  status === 'approved' ? 'done' : status === 'pending' ? 'waiting' : 'missing'

function Rules({ publication }: { publication: Publication }) {
  const rules = [
    ...publication.parts.map(({ key, neededFor, isDone }) => ({
      id: key,
      state: isDone ? ('done' as const) : ('missing' as const),
      text: `${partNames[key]} (${neededWords[neededFor]})`,
    })),
    ...publication.documents.map(({ type, need, status }) => ({
      id: type,
      state: stateOf(status),
      text: `${documentWords({ type, isSolo: publication.isSolo }).name}: documento ${statusWords[status]} (${needWords[need]})`,
    })),
  ]
  return (
    <ul className="grid gap-x-6 gap-y-1 sm:grid-cols-2 xl:grid-cols-1">
      {rules.map(({ id, state, text }) => (
        <li key={id} className={state === 'done' ? 'text-ink-soft' : 'font-medium'}>
          <span aria-hidden="true">{ruleStates[state].mark}</span>
          <span className="sr-only">{ruleStates[state].words}</span>
          {text}
        </li>
      ))}
    </ul>
  )
}

/** A document on the page of its centre: its facts, the file on request, and the actions. */
function DocumentReview({ document, centerName }: { document: ShownDocument; centerName: string }) {
  const dialog = useDialogState<DocumentAction>()
  const [isShown, setShown] = useState(false)
  const name = documentTitle({ ...document, centerName })
  return (
    <div className="grid grid-cols-1 gap-2">
      <DocumentFacts document={document} />
      <div className="flex flex-wrap items-center gap-2">
        {document.fileName !== null && (
          <Button variant="secondary" size="small" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
            {isShown ? 'Cerrar el documento' : 'Ver aquí'}
          </Button>
        )}
        <ReviewButtons document={document} onAction={dialog.show} />
      </div>
      {isShown && (
        <div className="h-[70vh]">
          <DocumentViewer document={document} name={name} />
        </div>
      )}
      {dialog.subject && (
        <ActionDialog
          key={dialog.key}
          action={documentActions[dialog.subject]}
          rows={[{ ...document, name }]}
          open={dialog.isOpen}
          onClose={dialog.close}
        />
      )}
    </div>
  )
}

/** A centre's commission rate: today's, the changes with their first days, and the actions behind them. */
function CenterRate({ centerId }: { centerId: string }) {
  const { queries } = useApi()
  const query = useQuery(queries.commissions.rates.queryOptions({ input: { centerId } }))
  const dialog = useDialogState<true>()
  const rates = query.data
  return (
    <section aria-labelledby="center-rate" className="grid gap-3">
      <h4 id="center-rate">Comisión</h4>
      {rates ? (
        <>
          <div className="flex flex-wrap items-center gap-3">
            <p>
              Hoy paga el <strong className="tabular-nums">{formatPercent(rates.currentPercent)}</strong> de cada
              consulta que llega por una reserva.
            </p>
            {rates.can.set && (
              <Button variant="secondary" size="small" onClick={() => dialog.show(true)}>
                Cambiar la comisión…
              </Button>
            )}
          </div>
          <RateList {...rates} />
          <ActionHistory actions={rates.actions} />
          {dialog.subject && <RateDialog key={dialog.key} rates={rates} open={dialog.isOpen} onClose={dialog.close} />}
        </>
      ) : (
        <Pending query={query} loading="Cargando la comisión" failed="Error al cargar datos financieros">
          <Skeleton className="h-24" />
        </Pending>
      )}
    </section>
  )
}
