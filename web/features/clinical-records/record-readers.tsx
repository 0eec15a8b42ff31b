import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'

import { whoAndWhere } from '#contract/center-words.ts'
import type { RecordReader } from '#contract/clinical-records.ts'
import { useApi } from '#web/platform/api.ts'
import { errorMessage } from '#web/platform/error-message.ts'
import { formatDate, formatLongMoment } from '#web/platform/formats.ts'
import { useSession } from '#web/platform/session.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { opensDialog } from '#web/ui/dialog.tsx'
import { focusAfterRender } from '#web/ui/focus-after-render.ts'
import { toast } from '#web/ui/toast.ts'
import { useDialogState } from '#web/ui/use-dialog-state.ts'

/** Who reads the clinical records of the patient and of each dependant. Renders nothing before the first record or request. */
export function RecordReaders() {
  const { queries } = useApi()
  const session = useSession()
  const { data } = useQuery({
    ...queries.clinicalRecords.readers.queryOptions(),
    enabled: session.status === 'signedIn',
  })
  const decide = useMutation(queries.clinicalRecords.decideConsent.mutationOptions())
  const giving = useDialogState<RecordReader>()
  const section = useRef<HTMLElement>(null)
  if (!data || data.items.length === 0) return null
  const current = data.items.filter(({ status }) => status !== 'none')
  const others = data.items.filter(({ status }) => status === 'none')

  async function setAllowed(reader: RecordReader, allowed: boolean): Promise<void> {
    const { professionalId, readerId, dependantId, professionalName } = reader
    await decide.mutateAsync({ professionalId, readerId, dependantId, allowed })
    const isWithdrawn = reader.status === 'given' || reader.status === 'paused'
    const title = allowed ? 'Permiso dado' : isWithdrawn ? 'Permiso retirado' : 'Pedido rechazado'
    const description = allowed
      ? `${professionalName} ya puede leerla.`
      : `${professionalName} ${isWithdrawn ? 'ya no puede' : 'no puede'} leerla.`
    toast({ kind: 'success', title, description })
    // The button that was pressed is gone.
    focusAfterRender(section)
  }

  async function refuse(reader: RecordReader): Promise<void> {
    try {
      await setAllowed(reader, false)
    } catch (error) {
      toast({ kind: 'destructive', title: 'No se guardó', description: errorMessage(error) })
    }
  }

  const rowOf = (reader: RecordReader) => (
    <Reader
      key={`${reader.professionalId} ${reader.readerId} ${reader.dependantId ?? ''}`}
      reader={reader}
      disabled={decide.isPending}
      onAllow={() => giving.show(reader)}
      onRefuse={() => void refuse(reader)}
    />
  )
  return (
    <section ref={section} tabIndex={-1} aria-labelledby="readers-title" className="grid gap-3">
      <div className="grid gap-1">
        <h2 id="readers-title">Quién puede leerla</h2>
        <p className="text-sm text-ink-soft">
          Tú, y en cada centro los profesionales que elegiste o aceptaste y te atendieron. Cualquier otro lee solo lo
          que escribió en sus propias citas, salvo que le des permiso aquí. Lo retiras cuando quieras.
        </p>
      </div>
      {current.length > 0 ? (
        <ul className="grid gap-3">{current.map(rowOf)}</ul>
      ) : (
        <p className="text-ink-soft">Por ahora, ningún profesional con cuenta lee lo que escribieron otros.</p>
      )}
      {others.length > 0 && (
        <details className="rounded-card border border-line bg-panel p-4">
          <summary className="cursor-pointer font-semibold">Dar permiso a otro profesional</summary>
          <ul className="mt-3 grid gap-3">{others.map(rowOf)}</ul>
        </details>
      )}
      {giving.subject && (
        <ConfirmDialog
          open={giving.isOpen}
          onOpenChange={(open) => !open && giving.close()}
          title={`¿Permitir que ${giving.subject.professionalName} lea ${recordOf(giving.subject)}?`}
          consequences={[
            `Vale solo para ${accountOf(giving.subject)}. Si el centro vincula otra a ${giving.subject.professionalName}, tendrás que decidir de nuevo.`,
            `Podrá leer lo que los profesionales de ${giving.subject.centerName} escribieron, también antes de hoy.`,
            'Cada lectura queda anotada, y la ves junto a tus diagnósticos y notas.',
            'Puedes retirar el permiso cuando quieras.',
          ]}
          confirmLabel="Permitir"
          onConfirm={() => (giving.subject ? setAllowed(giving.subject, true) : undefined)}
        />
      )}
    </section>
  )
}

const recordOf = ({ dependantId, personName }: RecordReader) =>
  dependantId === null ? 'tu historia clínica' : `la historia clínica de ${personName}`

/** The centre chooses the professional's name, so a decision also says whose account it is about. */
function accountOf({ readerName, worksSince }: RecordReader): string {
  const account = readerName === '' ? 'una cuenta sin nombre' : `la cuenta de ${readerName}`
  return worksSince === null ? account : `${account}, que está en el centro desde el ${formatDate(worksSince)}`
}

type ReaderProps = { reader: RecordReader; disabled: boolean; onAllow: () => void; onRefuse: () => void }

function Reader({ reader, disabled, onAllow, onRefuse }: ReaderProps) {
  const { professionalName, readerName, status, can } = reader
  const about = (
    <span className="sr-only">{` a ${professionalName}, con la cuenta de ${readerName || 'una persona sin nombre'}, para leer ${recordOf(reader)}`}</span>
  )
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 rounded-card border border-line bg-panel p-4">
      <div>
        <p>{whoAndWhere(reader)}</p>
        <p className="text-sm text-ink-soft">{`Usa ${accountOf(reader)}.`}</p>
        <p className="text-sm text-ink-soft">{statusText(reader)}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        {can.allow && (
          <Button
            size="small"
            variant={status === 'requested' ? 'primary' : 'secondary'}
            disabled={disabled}
            {...opensDialog}
            onClick={onAllow}
          >
            {status === 'requested' ? 'Permitir…' : 'Dar permiso…'}
            {about}
          </Button>
        )}
        {(status === 'requested' || status === 'given' || status === 'paused') && (
          <Button size="small" variant="secondary" disabled={disabled} onClick={onRefuse}>
            {status === 'requested' ? 'No permitir' : 'Retirar el permiso'}
            {about}
          </Button>
        )}
      </div>
    </li>
  )
}

function statusText(reader: RecordReader): string {
  const { status, since, dependantId, personName } = reader
  const whose = dependantId === null ? 'tu historia' : `la historia de ${personName}`
  const when = since === null ? '' : ` (${formatLongMoment(since)})`
  if (status === 'treating')
    return `Puede leer ${whose}: ya ${dependantId === null ? 'te atendió' : `atendió a ${personName}`}.`
  if (status === 'given') return `Puede leer ${whose}: le diste permiso${when}.`
  if (status === 'paused')
    return `No puede leer ${whose}, porque ya no atiende en el centro. Tu permiso${when} sigue guardado hasta que lo retires.`
  if (status === 'requested') return `Pide leer ${whose}${when}.`
  return `No puede leer lo que escribieron otros en ${whose}.`
}
