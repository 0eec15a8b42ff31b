import { useQuery } from '@tanstack/react-query'
import { type RefObject, useId, useRef, useState } from 'react'
import type { RecordForProfessional, TimelineEntry } from '#contract/clinical-records.ts'
import { useApi } from '#web/platform/api.ts'
import { useCursorList } from '#web/platform/cursor-pages.ts'
import { formatLongMoment, formatMoney } from '#web/platform/formats.ts'
import { RowOwnTime } from '#web/platform/zone-note.tsx'
import { CursorList } from '#web/ui/cursor-list.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { SummaryList } from '#web/ui/summary-list.tsx'
import { useDiscardQuestion } from '#web/ui/use-discard-question.tsx'
import { AskConsent } from './ask-consent.tsx'
import { type CompleteButtonType, NoteForm } from './note-form.tsx'
import type { AppointmentTarget } from './use-draft.ts'
import { Versions } from './versions.tsx'
import { WorkingNotes } from './working-notes.tsx'

export type TimelineDialogProps = AppointmentTarget & {
  CompleteButton: CompleteButtonType
  open: boolean
  onClose: () => void
}

/** Each request is written in the access log, which the patient reads, and each opening reads again. */
const readOnce = {
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
} as const

/** The clinical timeline of a person, opened from one of the professional's appointments with them. */
export function TimelineDialog({ open, onClose, ...target }: TimelineDialogProps) {
  const flushRef = useRef(() => Promise.resolve(true))
  const [unsaved, setUnsaved] = useState<ReadonlySet<string>>(new Set())
  const discard = useDiscardQuestion({ open, pending: false, touched: unsaved.size > 0, onClose })

  function noteUnsaved(what: string, isUnsaved: boolean): void {
    setUnsaved((before) => {
      if (before.has(what) === isUnsaved) return before
      return isUnsaved ? new Set([...before, what]) : new Set([...before].filter((each) => each !== what))
    })
  }

  async function close(): Promise<void> {
    const isDraftStored = await flushRef.current()
    const others = [...unsaved].filter((what) => what !== draftKey)
    if (isDraftStored && others.length === 0) onClose()
    else discard.requestClose()
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) void close()
      }}
      onBack={discard.onBack && (() => void close())}
      title="Historia clínica"
      size="large"
      keepOpenOnOutsidePress
      footer={discard.question || undefined}
    >
      <Timeline {...target} flushRef={flushRef} onUnsaved={noteUnsaved} />
    </Dialog>
  )
}

const draftKey = 'draft'

type TimelineProps = AppointmentTarget & {
  CompleteButton: CompleteButtonType
  flushRef: RefObject<() => Promise<boolean>>
  onUnsaved: (what: string, isUnsaved: boolean) => void
}

function Timeline({ CompleteButton, flushRef, onUnsaved, ...target }: TimelineProps) {
  const { queries } = useApi()
  const query = useQuery({ ...queries.clinicalRecords.get.queryOptions({ input: target }), ...readOnce })
  const record = query.data
  if (!record) {
    return (
      <Pending query={query} loading="Abriendo la historia clínica" failed="No se pudo abrir la historia clínica">
        <Skeleton className="h-48" />
      </Pending>
    )
  }
  return (
    <div className="grid gap-6 pb-2">
      <div className="grid gap-3">
        <p translate="no" className="text-xl font-semibold wrap-anywhere">
          {record.patientName}
        </p>
        <Beside {...target} />
      </div>
      <ThisAppointment
        {...target}
        record={record}
        CompleteButton={CompleteButton}
        refresh={() => query.refetch()}
        flushRef={flushRef}
        onUnsaved={onUnsaved}
      />
      <OtherAppointments {...target} onUnsaved={onUnsaved} />
      <AskConsent {...target} record={record} />
    </div>
  )
}

/** The next appointment and what is owed. */
function Beside(target: AppointmentTarget) {
  const { queries } = useApi()
  const { data } = useQuery(queries.clinicalRecords.beside.queryOptions({ input: target }))
  const line = <Skeleton className="my-1 h-4 w-32" />
  const { next, due = [], dueCents = 0 } = data ?? {}
  return (
    <SummaryList
      className="sm:grid-cols-2"
      items={[
        {
          label: 'Próxima cita',
          value: !data ? (
            line
          ) : next ? (
            <>
              {formatLongMoment(next.startsAt)}
              <RowOwnTime instant={next.startsAt} />
              {`: ${next.serviceName}`}
            </>
          ) : (
            'No tiene otra'
          ),
        },
        {
          label: 'Debe',
          value: !data
            ? line
            : dueCents === 0
              ? 'Nada'
              : `${formatMoney(dueCents)} (${due.length === 1 ? '1 cita' : `${due.length} citas`})`,
        },
      ]}
    />
  )
}

type ThisAppointmentProps = TimelineProps & { record: RecordForProfessional; refresh: () => Promise<unknown> }

const notWritable: Record<NonNullable<RecordForProfessional['notWritable']>, string> = {
  not_own: 'Escribe en ella solo el profesional que atendió esta cita.',
  person_gone: 'Los datos del paciente se eliminaron, así que no se agregan notas.',
  not_completed: 'La cita no se hizo, así que no lleva notas.',
}

function ThisAppointment({ record, CompleteButton, refresh, flushRef, onUnsaved, ...target }: ThisAppointmentProps) {
  const titleId = useId()
  const { startsAt, serviceName, professionalName, versions, can } = record
  return (
    <section aria-labelledby={titleId} className="grid gap-3">
      <div>
        <h3 id={titleId}>Esta cita</h3>
        <p className="text-sm text-ink-soft first-letter:uppercase">
          {formatLongMoment(startsAt)}
          <RowOwnTime instant={startsAt} />
          {`: ${serviceName}, con `}
          <span translate="no">{professionalName}</span>
        </p>
      </div>
      {versions.length > 0 && <Versions versions={versions} />}
      {can.draft || record.draft ? (
        <NoteForm
          {...target}
          record={record}
          CompleteButton={CompleteButton}
          refresh={refresh}
          flushRef={flushRef}
          onUnsaved={(isUnsaved) => onUnsaved(draftKey, isUnsaved)}
        />
      ) : (
        record.notWritable && <p className="text-ink-soft">{notWritable[record.notWritable]}</p>
      )}
      <WorkingNotes
        {...target}
        note={record.workingNote}
        canKeep={can.keepWorkingNote}
        about={formatLongMoment(startsAt)}
        onUnsaved={(isUnsaved) => onUnsaved(record.appointmentId, isUnsaved)}
      />
    </section>
  )
}

type OtherAppointmentsProps = AppointmentTarget & Pick<TimelineProps, 'onUnsaved'>

function OtherAppointments({ onUnsaved, ...target }: OtherAppointmentsProps) {
  const titleId = useId()
  const { queries } = useApi()
  const pages = useCursorList(queries.clinicalRecords.timeline, target, readOnce)
  return (
    <section aria-labelledby={titleId} className="grid gap-3">
      <h3 id={titleId}>Otras citas, de la más nueva a la más antigua</h3>
      <CursorList
        pages={pages}
        loading="Cargando las otras citas"
        failed="No se pudieron cargar las otras citas"
        skeletons={<Skeleton className="h-24" />}
        className="grid gap-5"
        moreLabel="Ver citas más antiguas"
        empty={<p className="text-ink-soft">No hay notas de otras citas que puedas leer.</p>}
      >
        {(entry) => (
          <Entry
            key={entry.appointmentId}
            centerId={target.centerId}
            entry={entry}
            onUnsaved={(isUnsaved) => onUnsaved(entry.appointmentId, isUnsaved)}
          />
        )}
      </CursorList>
    </section>
  )
}

type EntryProps = { centerId: string; entry: TimelineEntry; onUnsaved: (isUnsaved: boolean) => void }

function Entry({ centerId, entry, onUnsaved }: EntryProps) {
  const { appointmentId, startsAt, serviceName, professionalName, versions, workingNote, can } = entry
  return (
    <li tabIndex={-1} className="grid gap-2">
      <h4 className="text-base">
        <span className="inline-block first-letter:uppercase">{formatLongMoment(startsAt)}</span>
        <RowOwnTime instant={startsAt} />
        <span className="font-normal text-ink-soft">
          {`: ${serviceName}, `}
          <span translate="no">{professionalName}</span>
        </span>
      </h4>
      {versions.length > 0 && <Versions versions={versions} />}
      <WorkingNotes
        centerId={centerId}
        appointmentId={appointmentId}
        note={workingNote}
        canKeep={can.keepWorkingNote}
        about={formatLongMoment(startsAt)}
        onUnsaved={onUnsaved}
      />
    </li>
  )
}
