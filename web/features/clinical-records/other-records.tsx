import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'

import type { RecordForProfessional } from '#contract/clinical-records.ts'
import { useApi } from '#web/platform/api.ts'
import { errorMessage } from '#web/platform/error-message.ts'
import { formatLongMoment } from '#web/platform/formats.ts'
import { RowOwnTime } from '#web/platform/zone-note.tsx'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Versions } from './versions.tsx'

type OtherRecordsProps = { centerId: string; appointmentId: string; record: RecordForProfessional }

export function OtherRecords({ centerId, appointmentId, record }: OtherRecordsProps) {
  const titleId = useId()
  const { queries } = useApi()
  const request = useMutation(queries.clinicalRecords.requestConsent.mutationOptions())
  const { others, consentRequestedAt, can } = record
  if (others.length === 0 && !can.askConsent) return null
  return (
    <section aria-labelledby={titleId} className="grid gap-2 text-sm">
      <h3 id={titleId} className="text-base">
        Otras citas con historia
      </h3>
      {others.length > 0 && (
        <ul className="grid gap-2">
          {others.map((other) => (
            <OtherRecord key={other.appointmentId} centerId={centerId} other={other} />
          ))}
        </ul>
      )}
      {can.askConsent && (
        <div className="grid gap-2 rounded-card bg-sand p-4">
          <p>
            {consentRequestedAt === null
              ? 'Lees solo lo que escribiste tú. Lo que anotaron otros profesionales del centro, si hay algo, se lee con permiso del paciente, o después de atenderlo en una cita que reservó o aceptó.'
              : `Le pediste permiso al paciente (${formatLongMoment(consentRequestedAt)}). Todavía no respondió.`}
          </p>
          <FormError error={request.isError ? errorMessage(request.error) : undefined} />
          {consentRequestedAt === null && (
            <Button
              size="small"
              variant="secondary"
              className="justify-self-start"
              pending={request.isPending}
              pendingLabel="Pidiendo…"
              onClick={() => request.mutate({ centerId, appointmentId })}
            >
              Pedir permiso al paciente
            </Button>
          )}
        </div>
      )}
    </section>
  )
}

type OtherRecordProps = { centerId: string; other: RecordForProfessional['others'][number] }

/** Reads the record only once it is opened, because the patient sees each reading. */
function OtherRecord({ centerId, other }: OtherRecordProps) {
  const { appointmentId, startsAt, serviceName, professionalName } = other
  const { queries } = useApi()
  const [isOpen, setOpen] = useState(false)
  const query = useQuery({
    ...queries.clinicalRecords.get.queryOptions({ input: { centerId, appointmentId } }),
    enabled: isOpen,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })
  return (
    <li className="grid gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span>
          {formatLongMoment(startsAt)}
          <RowOwnTime instant={startsAt} />
          {`: ${serviceName}, ${professionalName}`}
        </span>
        <Button size="small" variant="secondary" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Cerrar' : 'Leer'}
          <span className="sr-only">{`: ${formatLongMoment(startsAt)}`}</span>
        </Button>
      </div>
      {isOpen &&
        (query.data ? (
          <Versions versions={query.data.versions} />
        ) : (
          <Pending query={query} loading="Abriendo la historia clínica" failed="No se pudo abrir la historia clínica">
            <Skeleton className="h-24" />
          </Pending>
        ))}
    </li>
  )
}
