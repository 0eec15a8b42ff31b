import { useMutation, useQuery } from '@tanstack/react-query'
import { type SyntheticEvent, useState } from 'react'
import { clinicalRecordLimits, type RecordForProfessional } from '#contract/clinical-records.ts'
import { useApi } from '#web/platform/api.ts'
import { errorMessage } from '#web/platform/error-message.ts'
import { formatLongMoment } from '#web/platform/formats.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { toast } from '#web/ui/toast.ts'
import { OtherRecords } from './other-records.tsx'
import { Versions } from './versions.tsx'

export type WriteRecordDialogProps = { centerId: string; appointmentId: string; open: boolean; onClose: () => void }

/** The professional reads the record of the patient's appointment and adds to it. What is written is never changed. */
export function WriteRecordDialog(props: WriteRecordDialogProps) {
  const { centerId, appointmentId, open, onClose } = props
  const { queries } = useApi()
  const query = useQuery({
    ...queries.clinicalRecords.get.queryOptions({ input: { centerId, appointmentId } }),
    enabled: open,
    // Each request is written in the access log, which the patient reads.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })
  if (query.data?.can.write) return <AdditionForm {...props} record={query.data} />
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()} title="Historia clínica" size="large">
      {query.data ? (
        <div className="grid gap-4 pb-2">
          <Versions versions={query.data.versions} />
          <p className="text-ink-soft">El diagnóstico y las notas se escriben cuando la cita está completada.</p>
          <OtherRecords centerId={centerId} appointmentId={appointmentId} record={query.data} />
        </div>
      ) : (
        <Pending query={query} loading="Abriendo la historia clínica" failed="No se pudo abrir la historia clínica">
          <Skeleton className="h-48" />
        </Pending>
      )}
    </Dialog>
  )
}

type AdditionFormProps = WriteRecordDialogProps & { record: RecordForProfessional }

function AdditionForm({ centerId, appointmentId, open, onClose, record }: AdditionFormProps) {
  const [diagnosis, setDiagnosis] = useState('')
  const [notes, setNotes] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const input = { centerId, appointmentId }
  const { queries } = useApi()
  const write = useMutation(queries.clinicalRecords.write.mutationOptions())
  const last = record.versions.at(-1)

  async function save(): Promise<void> {
    try {
      await write.mutateAsync({ ...input, diagnosis: diagnosis.trim(), notes: notes.trim(), after: last?.version ?? 0 })
    } catch {
      // The form shows the error.
      return
    }
    toast({ kind: 'success', title: 'Historia clínica guardada', description: 'El paciente ya la puede leer.' })
    onClose()
  }

  function submit(event: SyntheticEvent<HTMLFormElement>): void {
    event.preventDefault()
    const isEmpty = diagnosis.trim() === '' && notes.trim() === ''
    setIsMissing(isEmpty)
    if (!isEmpty) void save()
  }

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={
        <>
          Historia clínica de <span translate="no">{record.patientName}</span>
        </>
      }
      description={`${record.serviceName}, ${formatLongMoment(record.startsAt)}`}
      size="large"
      pending={write.isPending}
      error={write.isError ? errorMessage(write.error) : undefined}
      submitLabel={last ? 'Agregar' : 'Guardar'}
      cancelLabel="Volver"
      onSubmit={submit}
    >
      {record.versions.length > 0 && <Versions versions={record.versions} />}
      <p className="text-sm text-ink-soft">
        {last
          ? 'Lo escrito no se cambia: una corrección se agrega debajo, con tu nombre y la hora.'
          : 'La leen el paciente y los profesionales que lo atienden. Una vez guardada no se cambia: se agrega.'}
      </p>
      <TextArea
        label="Diagnóstico"
        optional
        rows={2}
        maxLength={clinicalRecordLimits.diagnosis}
        value={diagnosis}
        error={isMissing ? 'Escribe el diagnóstico o las notas' : undefined}
        onChange={(event) => setDiagnosis(event.currentTarget.value)}
      />
      <TextArea
        label="Notas"
        optional
        rows={8}
        maxLength={clinicalRecordLimits.notes}
        value={notes}
        onChange={(event) => setNotes(event.currentTarget.value)}
      />
      <OtherRecords {...input} record={record} />
    </FormDialog>
  )
}
