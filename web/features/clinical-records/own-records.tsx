import { useQuery } from '@tanstack/react-query'
import type { RecordFormat, RecordHolder } from '#contract/clinical-records.ts'
import { useApi } from '#web/platform/api.ts'
import { useSession } from '#web/platform/session.ts'
import { Button } from '#web/ui/button.tsx'
import { useDownload } from '#web/ui/use-download.ts'

export function useOwnRecords() {
  const { queries } = useApi()
  const session = useSession()
  const { data } = useQuery({ ...queries.clinicalRecords.list.queryOptions(), enabled: session.status === 'signedIn' })
  return data
}

type Copy = { dependantId: string | null; format: RecordFormat }

/** Downloads of the clinical records of the patient and of each dependant. */
export function OwnRecords() {
  const { api } = useApi()
  const records = useOwnRecords()
  const { download, isPending, which } = useDownload<Copy>({
    address: ({ dependantId, format }) => {
      const input = { format, ...(dependantId !== null && { dependantId }) }
      return api.downloads.create({ route: 'clinicalRecords.export', input })
    },
  })
  if (!records) return null
  return (
    <section aria-labelledby="records-title" className="grid gap-3">
      <div className="grid gap-1">
        <h2 id="records-title">Historia clínica</h2>
        <p className="text-sm text-ink-soft">
          {records.holders.length === 0
            ? 'Todavía está vacía. Aquí quedan los diagnósticos y las notas que escriban los profesionales que te atiendan, para leerlos y llevarlos contigo.'
            : 'Diagnósticos y notas de tus consultas, con todas sus versiones. Llévala contigo cuando quieras.'}
        </p>
      </div>
      <ul className="grid gap-3 empty:hidden">
        {records.holders.map((holder) => (
          <li
            key={holder.dependantId ?? 'own'}
            className="flex flex-wrap items-center justify-between gap-3 rounded-card border border-line bg-panel p-4"
          >
            <p>{holderText(holder)}</p>
            <div className="flex flex-wrap gap-2">
              {(['pdf', 'json'] as const).map((format) => (
                <Button
                  key={format}
                  size="small"
                  variant="secondary"
                  pending={isPending && which?.dependantId === holder.dependantId && which.format === format}
                  pendingLabel="Preparando…"
                  disabled={isPending}
                  onClick={() => download({ dependantId: holder.dependantId, format })}
                >
                  {`Descargar ${format.toUpperCase()}`}
                  <span className="sr-only">{` de ${holder.name}`}</span>
                </Button>
              ))}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

function holderText({ name, appointments }: RecordHolder): string {
  return `${name}: ${appointments === 1 ? '1 cita' : `${appointments} citas`}`
}
