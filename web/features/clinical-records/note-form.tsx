import { useMutation } from '@tanstack/react-query'
import { type ComponentType, type RefObject, type SyntheticEvent, useEffect, useEffectEvent, useState } from 'react'
import { clinicalRecordLimits, draftDays, type RecordForProfessional } from '#contract/clinical-records.ts'
import { useApi } from '#web/platform/api.ts'
import { errorCode, errorMessage, isChangedMeanwhile } from '#web/platform/error-message.ts'
import { formatDate, formatTime } from '#web/platform/formats.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { toast } from '#web/ui/toast.ts'
import { ChangedText } from './changed-text.tsx'
import { type AppointmentTarget, useDraft } from './use-draft.ts'

/** The agenda's: it completes the appointment, after which the note can be saved. */
export type CompleteButtonType = ComponentType<AppointmentTarget & { onCompleted: () => void }>

type NoteFormProps = AppointmentTarget & {
  record: RecordForProfessional
  CompleteButton: CompleteButtonType
  /** Reads the record again. */
  refresh: () => Promise<unknown>
  /** Called before the dialog closes: resolves to whether everything typed here is stored. */
  flushRef: RefObject<() => Promise<boolean>>
  onUnsaved: (isUnsaved: boolean) => void
}

/** A new note: a draft from the first word on, and a version of the record once it is saved, which never changes. */
export function NoteForm({ centerId, appointmentId, record, CompleteButton, refresh, ...props }: NoteFormProps) {
  const { flushRef, onUnsaved } = props
  const { queries } = useApi()
  const target = { centerId, appointmentId }
  const draft = useDraft({ target, stored: record.draft })
  const write = useMutation(queries.clinicalRecords.write.mutationOptions())
  const [isMissing, setIsMissing] = useState(false)
  const last = record.versions.at(-1)
  const { diagnosis, notes } = draft.text
  const isEmpty = diagnosis.trim() === '' && notes.trim() === ''

  useEffect(() => {
    flushRef.current = draft.flush
  })
  const reportUnsaved = useEffectEvent(onUnsaved)
  useEffect(() => reportUnsaved(draft.isUnsaved), [draft.isUnsaved])

  async function save(): Promise<void> {
    // A draft that could not be stored does not keep its author from saving the note.
    await draft.flush()
    if (draft.status === 'changed') return
    try {
      await write.mutateAsync({ ...target, diagnosis, notes, after: last?.version ?? 0, draft: draft.version() })
    } catch (error) {
      if (isChangedMeanwhile(error)) draft.noteChanged()
      // The form shows the error, and above it what the other request added.
      if (errorCode(error) === 'clinical_records.has_newer_version') await refresh()
      return
    }
    draft.show(null)
    toast({ kind: 'success', title: 'Nota guardada', description: 'El paciente ya la puede leer.' })
  }

  function submit(event: SyntheticEvent<HTMLFormElement>): void {
    event.preventDefault()
    setIsMissing(isEmpty)
    if (!isEmpty && record.can.write) void save()
  }

  return (
    <form noValidate className="grid gap-4" onSubmit={submit}>
      <FormError error={write.isError && !isChangedMeanwhile(write.error) ? errorMessage(write.error) : undefined} />
      <TextArea
        label="Diagnóstico"
        optional
        rows={2}
        maxLength={clinicalRecordLimits.diagnosis}
        value={diagnosis}
        error={isMissing && isEmpty ? 'Escribe el diagnóstico o las notas' : undefined}
        onChange={({ currentTarget }) => draft.type({ diagnosis: currentTarget.value })}
      />
      <TextArea
        label="Notas"
        optional
        rows={6}
        maxLength={clinicalRecordLimits.notes}
        value={notes}
        onChange={({ currentTarget }) => draft.type({ notes: currentTarget.value })}
      />
      {draft.status === 'changed' && (
        <ChangedText
          stored={record.draft ? [record.draft.diagnosis, record.draft.notes].filter(Boolean).join('\n\n') : ''}
          onUseStored={() => draft.show(record.draft)}
          onKeepTyped={() => void draft.replace(record.draft)}
        />
      )}
      <DraftStatus draft={draft} />
      <div className="flex flex-wrap gap-2">
        {record.can.write ? (
          <Button
            type="submit"
            pending={write.isPending}
            pendingLabel="Guardando…"
            disabled={draft.status === 'changed'}
          >
            {last ? 'Agregar la nota' : 'Guardar la nota'}
          </Button>
        ) : (
          <CompleteButton {...target} onCompleted={() => void refresh()} />
        )}
        {!isEmpty && draft.status !== 'changed' && (
          <Button variant="quiet" onClick={() => void draft.discard()}>
            Descartar el borrador
          </Button>
        )}
      </div>
      <p className="text-sm text-ink-soft">
        {record.can.write
          ? 'La leen el paciente y los profesionales que lo atienden. Una vez guardada no se cambia: una corrección se agrega, con tu nombre y la hora.'
          : 'Mientras tanto queda como borrador, que lees solo tú. Cuando la cita esté completada, la guardas como nota.'}
      </p>
    </form>
  )
}

function DraftStatus({ draft: { status, savedAt, error } }: { draft: ReturnType<typeof useDraft> }) {
  return (
    <p role="status" className="text-sm text-ink-soft empty:hidden">
      {status === 'unsaved' && 'Guardando el borrador…'}
      {status === 'saved' &&
        savedAt &&
        `Borrador guardado: ${formatDate(savedAt)}, ${formatTime(savedAt)}. Solo lo lees tú. Se borra si pasan ${draftDays} días sin que lo sigas.`}
      {status === 'offline' &&
        'Sin conexión: el borrador todavía no se guardó. Sigue escribiendo, se guarda al volver. No cierres esta página.'}
      {status === 'refused' && `El borrador no se guardó. ${errorMessage(error)} Puedes copiar lo que escribiste.`}
    </p>
  )
}
