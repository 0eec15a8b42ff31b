import { useQuery } from '@tanstack/react-query'

import { brand } from '#contract/brand.ts'
import { whoAndWhere } from '#contract/center-words.ts'
import type { RecordAccess } from '#contract/clinical-records.ts'
import { useApi } from '#web/platform/api.ts'
import { useCursorList } from '#web/platform/cursor-pages.ts'
import { formatLongMoment } from '#web/platform/formats.ts'
import { RowOwnTime } from '#web/platform/zone-note.tsx'
import { CursorList } from '#web/ui/cursor-list.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Versions } from './versions.tsx'

export type OwnRecordDialogProps = { appointmentId: string; open: boolean; onClose: () => void }

/** The diagnosis and the notes of an appointment, and who has read them. Opening it is an access, too. */
export function OwnRecordDialog({ appointmentId, open, onClose }: OwnRecordDialogProps) {
  const { queries } = useApi()
  const query = useQuery({
    ...queries.clinicalRecords.getOwn.queryOptions({ input: { appointmentId } }),
    enabled: open,
    // Each request is written in the access log.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })
  const record = query.data
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Historia clínica"
      {...(record && { description: `${record.serviceName} con ${whoAndWhere(record)}` })}
      size="large"
    >
      {record ? (
        <div className="grid gap-6 pb-2">
          <Versions versions={record.versions} />
          <Accesses appointmentId={appointmentId} />
        </div>
      ) : (
        <Pending query={query} loading="Abriendo la historia clínica" failed="No se pudo abrir la historia clínica">
          <Skeleton className="h-48" />
        </Pending>
      )}
    </Dialog>
  )
}

const actions: Record<RecordAccess['action'], string> = { read: 'leyó', write: 'escribió', export: 'descargó' }
const reasons: Record<RecordAccess['reason'], string> = {
  own: 'desde tu cuenta',
  own_copy: 'desde tu cuenta',
  treatment: 'porque atendió esta cita',
  continuity: 'porque también atiende a esta persona',
  consent: 'porque le diste permiso',
}

/** «Quién la leyó»: every access, the newest first. */
function Accesses({ appointmentId }: { appointmentId: string }) {
  const { queries } = useApi()
  const pages = useCursorList(queries.clinicalRecords.accesses, { appointmentId })
  return (
    <section aria-labelledby="accesses-title" className="grid gap-2 border-t border-line pt-4">
      <h3 id="accesses-title">Quién la leyó</h3>
      <p className="text-sm text-ink-soft">
        Solo la leen tú, los profesionales que te atienden y a quienes les das permiso desde tu historial. El equipo de
        {brand.name} no puede.
      </p>
      <CursorList
        pages={pages}
        loading="Cargando los accesos"
        failed="No se pudieron cargar los accesos"
        skeletons={<Skeleton className="h-6" />}
        empty={null}
        className="grid gap-1 text-sm"
      >
        {(access) => (
          <li key={access.id} tabIndex={-1}>
            {accessText(access)}
            <RowOwnTime instant={access.accessedAt} />
          </li>
        )}
      </CursorList>
    </section>
  )
}

function accessText({
  professionalName,
  centerName,
  worksAlone,
  action,
  subject,
  reason,
  accessedAt,
}: RecordAccess): string {
  const who =
    professionalName === null ? 'Tú' : whoAndWhere({ professionalName, centerName: centerName ?? '', worksAlone })
  const verb = professionalName === null ? ownActions[action] : actions[action]
  // The patient learns that there are working notes, not what they say.
  if (subject === 'working_note') {
    return `${formatLongMoment(accessedAt)}: ${who} ${verb} sus notas de trabajo, que no son parte de tu historia.`
  }
  return `${formatLongMoment(accessedAt)}: ${who} la ${verb} ${reasons[reason]}.`
}

const ownActions: Record<RecordAccess['action'], string> = {
  read: 'leíste',
  write: 'escribiste',
  export: 'descargaste',
}
