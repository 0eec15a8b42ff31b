import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { keptAppointmentReasons } from '#contract/appointment-import-routes.ts'
import { type ImportKind, keptReasons, type PatientImport } from '#contract/patient-import-routes.ts'
import { useApi } from '#web/platform/api.ts'
import { formatCount, formatDate, formatLongMoment, formatTime } from '#web/platform/formats.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { opensDialog } from '#web/ui/dialog.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** What an undone import has left: `kept` lines stay, the first of which are named with the reason. */
type Undone = { import: PatientImport; left: number; kept: number; named: { id: string; text: ReactNode }[] }

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

const words: Record<
  ImportKind,
  { come: string; gone: string; one: string; many: string; stays: string; stay: string }
> = {
  patients: {
    ...{ come: 'agregados', gone: 'quitados', one: 'paciente', many: 'pacientes' },
    ...{ stays: 'Se queda 1:', stay: 'Se quedan' },
  },
  appointments: {
    ...{ come: 'citas agendadas', gone: 'quitadas', one: 'cita', many: 'citas' },
    ...{ stays: 'Queda 1 en la agenda:', stay: 'Quedan en la agenda' },
  },
}

function ImportFacts({ item }: { item: PatientImport }) {
  const { kind, fileName, importedBy, startedAt, added, planned, known, refused, undoneAt, removed, tells } = item
  const { come, gone } = words[kind]
  const counts = [
    added < planned ? `${formatCount(added)} de ${formatCount(planned)} ${come}` : `${formatCount(added)} ${come}`,
    known > 0 && `${formatCount(known)} ya estaban`,
    refused > 0 && `${formatCount(refused)} no se pudieron`,
    tells && 'con aviso a los pacientes',
    undoneAt && `deshecha: ${formatCount(removed)} ${gone}`,
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
  const { kept, named } = undone
  const { removed, kind } = undone.import
  const { one, many, stays, stay } = words[kind]
  const more = kept - named.length
  return (
    <Banner tone={kept > 0 ? 'amber' : 'green'}>
      <p>{removed === 1 ? `Quitamos 1 ${one}.` : `Quitamos ${formatCount(removed)} ${many}.`}</p>
      {kept > 0 && (
        <>
          <p>{kept === 1 ? stays : `${stay} ${formatCount(kept)}:`}</p>
          <ul className="list-disc pl-5">
            {named.map(({ id, text }) => (
              <li key={id}>{text}</li>
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

const consequences: Record<ImportKind, string[]> = {
  patients: [
    'Se quitan los pacientes que trajo este archivo.',
    'Se queda quien desde entonces tiene una cita, un bono o datos cambiados. Te decimos quiénes son.',
    'Para traerlos de nuevo, importa el archivo otra vez.',
  ],
  appointments: [
    'Se quitan de la agenda las citas que trajo este archivo, como si no las hubieras agendado: no se avisa a nadie. También los pacientes que trajo y no tienen nada más.',
    'Se queda la cita que desde entonces cambió, se cobró, empezó, o de la que ya avisamos al paciente. Te decimos cuáles son.',
    'Para traerlas de nuevo, importa el archivo otra vez.',
  ],
}

/** One request that undoes a part of an import. */
function useUndo({ centerId }: { centerId: string }) {
  const { queries } = useApi()
  const meta = { refetch: 'background' } as const
  const patients = useMutation(queries.contacts.undoImport.mutationOptions({ meta }))
  const appointments = useMutation(queries.agenda.undoImport.mutationOptions({ meta }))
  return async ({ id: importId, kind }: PatientImport): Promise<Undone> => {
    if (kind === 'patients') {
      const { people, ...undone } = await patients.mutateAsync({ centerId, importId })
      const named = people.map(({ id, name, reason }) => ({
        id,
        text: <Kept name={name} reason={keptReasons[reason]} />,
      }))
      return { ...undone, named }
    }
    const { appointments: kept, ...undone } = await appointments.mutateAsync({ centerId, importId })
    const named = kept.map(({ id, name, startsAt, reason }) => ({
      id,
      text: <Kept name={name} when={formatLongMoment(startsAt)} reason={keptAppointmentReasons[reason]} />,
    }))
    return { ...undone, named }
  }
}

const Kept = ({ name, when, reason }: { name: string; when?: string; reason: string }) => (
  <>
    <span translate="no">{name}</span>
    {when ? `, ${when}, porque ${reason}` : `, porque ${reason}`}
  </>
)

function UndoDialog({ centerId, item, onClose, onUndone }: UndoDialogProps) {
  const undo = useUndo({ centerId })
  // The text stays while the dialog fades.
  const [shown, setShown] = useState(item)
  if (item && item !== shown) setShown(item)

  /** Each request removes a part. */
  async function undoWhole(item: PatientImport) {
    let undone = await undo(item)
    while (undone.left > 0) {
      const { left } = undone
      undone = await undo(item)
      // The rest is being changed at this moment.
      if (undone.left === left) break
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
      consequences={consequences[shown?.kind ?? 'patients']}
      confirmLabel="Deshacer la importación"
      danger
      onConfirm={() => (item ? undoWhole(item) : undefined)}
    />
  )
}
