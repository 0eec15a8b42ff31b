import { useMutation } from '@tanstack/react-query'
import type { RecordForProfessional } from '#contract/clinical-records.ts'
import { useApi } from '#web/platform/api.ts'
import { errorMessage } from '#web/platform/error-message.ts'
import { formatLongMoment } from '#web/platform/formats.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import type { AppointmentTarget } from './use-draft.ts'

/** Asks the patient to let the professional read what others of the centre recorded. */
export function AskConsent({ record, ...target }: AppointmentTarget & { record: RecordForProfessional }) {
  const { queries } = useApi()
  const request = useMutation(queries.clinicalRecords.requestConsent.mutationOptions())
  const { consentRequestedAt, can } = record
  if (!can.askConsent) return null
  return (
    <div className="grid gap-2 rounded-card bg-sand p-4 text-sm">
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
          onClick={() => request.mutate(target)}
        >
          Pedir permiso al paciente
        </Button>
      )}
    </div>
  )
}
