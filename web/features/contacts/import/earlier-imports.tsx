import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import { keptReasons, type PatientImport, type patientImportRoutes } from '#contract/patient-import-routes.ts'
import { useApi } from '#web/platform/api.ts'
import { formatCount, formatDate, formatTime } from '#web/platform/formats.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { opensDialog } from '#web/ui/dialog.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

type Undone = z.output<NonNullable<(typeof patientImportRoutes.undoImport)['~orpc']['outputSchema']>>

/** The files that were brought in, each of which can be undone as a whole. */
export function EarlierImports({ centerId }: { centerId: string }) {
  const { queries } = useApi()
  const query = useQuery(queries.contacts.imports.queryOptions({ input: { centerId } }))
  const [undoing, setUndoing] = useState<PatientImport>()
  const [undone, setUndone] = useState<Undone>()
  const items = query.data?.items
  if (items?.length === 0) return null
  return (
    <section aria-labelledby="earlier-imports" className="grid gap-3">
      <h3 id="earlier-imports">Importaciones anteriores</h3>
      {!items && (
        <Pending query={query} loading="Cargando las importaciones" failed="No se pudieron cargar las importaciones">
          <Skeleton className="h-16" />
        </Pending>
      )}
      <div role="status">{undone && <UndoneBanner undone={undone} />}</div>
      <ul className="divide-y divide-line">
        {items?.map((each) => (
          <li key={each.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
            <ImportFacts item={each} />
            {each.added > each.removed && (
              <Button variant="secondary" size="small" {...opensDialog} onClick={() => setUndoing(each)}>
                Deshacer
              </Button>
            )}
          </li>
        ))}
      </ul>
      <UndoDialog centerId={centerId} item={undoing} onClose={() => setUndoing(undefined)} onUndone={setUndone} />
    </section>
  )
}

function ImportFacts({ item }: { item: PatientImport }) {
  const { fileName, importedBy, startedAt, added, planned, known, refused, undoneAt, removed } = item
  const counts = [
    added < planned ? `${formatCount(added)} de ${formatCount(planned)} agregados` : `${formatCount(added)} agregados`,
    known > 0 && `${formatCount(known)} ya estaban`,
    refused > 0 && `${formatCount(refused)} no se pudieron`,
    undoneAt && `deshecha: ${formatCount(removed)} quitados`,
  ]
  return (
    <div className="min-w-0">
      <p translate="no" className="font-medium wrap-anywhere">
        {fileName}
      </p>
      <p className="text-sm text-ink-soft tabular-nums">
        {`${formatDate(startedAt)}, ${formatTime(startedAt)}`}
        {importedBy && (
          <>
            {' · '}
            <span translate="no">{importedBy}</span>
          </>
        )}
      </p>
      <p className="text-sm text-ink-soft tabular-nums">{counts.filter(Boolean).join(' · ')}</p>
    </div>
  )
}

function UndoneBanner({ undone }: { undone: Undone }) {
  const { removed } = undone.import
  const more = undone.kept - undone.people.length
  return (
    <Banner tone={undone.kept > 0 ? 'amber' : 'green'}>
      <p>{removed === 1 ? 'Quitamos 1 paciente.' : `Quitamos ${formatCount(removed)} pacientes.`}</p>
      {undone.kept > 0 && (
        <>
          <p>{undone.kept === 1 ? 'Se queda 1:' : `Se quedan ${formatCount(undone.kept)}:`}</p>
          <ul className="list-disc pl-5">
            {undone.people.map(({ id, name, reason }) => (
              <li key={id}>
                <span translate="no">{name}</span>
                {`, porque ${keptReasons[reason]}`}
              </li>
            ))}
          </ul>
          {more > 0 && <p>{more === 1 ? 'Y 1 más.' : `Y ${formatCount(more)} más.`}</p>}
        </>
      )}
    </Banner>
  )
}

type UndoDialogProps = {
  centerId: string
  item: PatientImport | undefined
  onClose: () => void
  onUndone: (undone: Undone) => void
}

function UndoDialog({ centerId, item, onClose, onUndone }: UndoDialogProps) {
  const { queries } = useApi()
  const undo = useMutation(queries.contacts.undoImport.mutationOptions({ meta: { refetch: 'background' } }))
  // The text stays while the dialog fades.
  const [shown, setShown] = useState(item)
  if (item && item !== shown) setShown(item)

  /** Each request removes a part. */
  async function undoWhole(importId: string) {
    let undone = await undo.mutateAsync({ centerId, importId })
    while (undone.left > 0) {
      const { removed } = undone.import
      undone = await undo.mutateAsync({ centerId, importId })
      // The rest is being booked for at this moment.
      if (undone.import.removed === removed) break
    }
    onUndone(undone)
  }
  return (
    <ConfirmDialog
      open={item !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={
        <>
          ¿Deshacer la importación de <span translate="no">{shown?.fileName}</span>?
        </>
      }
      consequences={[
        'Se quitan los pacientes que trajo este archivo.',
        'Se queda quien desde entonces tiene una cita, un bono o datos cambiados. Te decimos quiénes son.',
        'Para traerlos de nuevo, importa el archivo otra vez.',
      ]}
      confirmLabel="Deshacer la importación"
      danger
      onConfirm={() => (item ? undoWhole(item.id) : undefined)}
    />
  )
}
