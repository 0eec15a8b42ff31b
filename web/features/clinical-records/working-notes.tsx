import { useMutation } from '@tanstack/react-query'
import { type SyntheticEvent, useEffect, useEffectEvent, useId, useState } from 'react'
import { clinicalRecordLimits, type WorkingNote } from '#contract/clinical-records.ts'
import { useApi } from '#web/platform/api.ts'
import { errorMessage, isChangedMeanwhile } from '#web/platform/error-message.ts'
import { formatLongMoment } from '#web/platform/formats.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { toast } from '#web/ui/toast.ts'
import { ChangedText } from './changed-text.tsx'
import type { AppointmentTarget } from './use-draft.ts'

type WorkingNotesProps = AppointmentTarget & {
  /** As the server read them last. */
  note: WorkingNote | null
  canKeep: boolean
  /** The appointment, for the names of the buttons. */
  about: string
  onUnsaved: (isUnsaved: boolean) => void
}

/** The professional's own notes about an appointment. They are not part of the record, and the patient never reads them. */
export function WorkingNotes({ note, canKeep, about, onUnsaved, ...target }: WorkingNotesProps) {
  const titleId = useId()
  const [isEditing, setEditing] = useState(false)
  const [saved, setSaved] = useState<{ note: WorkingNote | null }>()
  const shown = saved ? saved.note : note
  if (!shown && !canKeep) return null
  return (
    <section aria-labelledby={titleId} className="grid gap-2 rounded-card bg-sand px-4 py-3 text-sm">
      <h5 id={titleId} className="text-sm font-semibold">
        Notas de trabajo
        <span className="font-normal text-ink-soft">{' · solo las lees tú'}</span>
      </h5>
      {isEditing ? (
        <WorkingNotesForm
          {...target}
          stored={shown}
          latest={note}
          onUnsaved={onUnsaved}
          onSaved={(stored) => {
            setSaved({ note: stored })
            setEditing(false)
          }}
          onClose={() => setEditing(false)}
        />
      ) : (
        <>
          {shown && (
            <>
              <p className="wrap-anywhere whitespace-pre-line">{shown.notes}</p>
              <p className="text-ink-soft">{`Guardadas: ${formatLongMoment(shown.savedAt)}`}</p>
            </>
          )}
          {canKeep && (
            <Button size="small" variant="secondary" className="justify-self-start" onClick={() => setEditing(true)}>
              {shown ? 'Cambiar' : 'Escribir notas de trabajo'}
              <span className="sr-only">{shown ? ` las notas de trabajo: ${about}` : `: ${about}`}</span>
            </Button>
          )}
        </>
      )}
    </section>
  )
}

type FormProps = AppointmentTarget & {
  stored: WorkingNote | null
  latest: WorkingNote | null
  onUnsaved: (isUnsaved: boolean) => void
  onSaved: (note: WorkingNote | null) => void
  onClose: () => void
}

function WorkingNotesForm({ centerId, appointmentId, stored, latest, onUnsaved, onSaved, onClose }: FormProps) {
  const { queries } = useApi()
  const save = useMutation(queries.clinicalRecords.saveWorkingNote.mutationOptions())
  const [text, setText] = useState(stored?.notes ?? '')
  const [version, setVersion] = useState(stored?.version ?? null)
  const [isChanged, setChanged] = useState(false)
  const isUnsaved = text !== (stored?.notes ?? '')
  const reportUnsaved = useEffectEvent(onUnsaved)
  useEffect(() => {
    reportUnsaved(isUnsaved)
    return () => reportUnsaved(false)
  }, [isUnsaved])

  async function submit(event: SyntheticEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    await store(version)
  }

  async function store(over: string | null): Promise<void> {
    try {
      const { workingNote } = await save.mutateAsync({ centerId, appointmentId, notes: text, version: over })
      toast({ kind: 'success', title: workingNote ? 'Notas de trabajo guardadas' : 'Notas de trabajo borradas' })
      onSaved(workingNote)
    } catch (error) {
      // The form shows every other error.
      setChanged(isChangedMeanwhile(error))
    }
  }

  return (
    <form noValidate className="grid gap-3" onSubmit={(event) => void submit(event)}>
      <TextArea
        label="Notas de trabajo"
        rows={4}
        maxLength={clinicalRecordLimits.notes}
        hint="No son parte de la historia clínica: el paciente no las lee ni las descarga, solo ve que las escribiste y cuándo. Lo que haga falta para atenderlo va en la nota. Sin texto, se borran."
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      {isChanged && (
        <ChangedText
          stored={latest?.notes ?? ''}
          onUseStored={() => {
            setText(latest?.notes ?? '')
            setVersion(latest?.version ?? null)
            setChanged(false)
          }}
          onKeepTyped={() => void store(latest?.version ?? null)}
        />
      )}
      <FormError error={save.isError && !isChanged ? errorMessage(save.error) : undefined} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="small" pending={save.isPending} pendingLabel="Guardando…" disabled={isChanged}>
          Guardar
        </Button>
        <Button size="small" variant="quiet" onClick={onClose}>
          Cancelar
        </Button>
      </div>
    </form>
  )
}
