import { useQuery } from '@tanstack/react-query'
import type { Appointment } from '#contract/appointments.ts'
import { telehealthConsent } from '#contract/telehealth-consent.ts'
import { VideoConsent } from '#web/features/appointments/video-consent.tsx'
import { useApi } from '#web/platform/api.ts'
import { RadioCards } from '#web/ui/radio-cards.tsx'

/** `dependantId`: empty when the patient attends. */
export type HeldValues = { dependantId: string; consentVersion: string | null }

export type HeldFieldsProps = { hold: Appointment; values: HeldValues; onChange: (values: HeldValues) => void }

/** Who attends, and the consent to a virtual appointment. */
export function HeldFields({ hold, values, onChange }: HeldFieldsProps) {
  const { queries } = useApi()
  const dependants = useQuery(queries.dependants.list.queryOptions()).data?.items ?? []
  return (
    <>
      {dependants.length > 0 && (
        <RadioCards
          legend="¿Para quién?"
          name="attendee"
          columns={2}
          value={values.dependantId}
          options={[
            { value: '', label: 'Para mí' },
            ...dependants.map(({ id, fullName, relation }) => ({ value: id, label: fullName, description: relation })),
          ]}
          onChange={(event) => onChange({ ...values, dependantId: event.currentTarget.value })}
        />
      )}
      {hold.place === 'online' && (
        <VideoConsent
          isGiven={values.consentVersion !== null}
          onChange={(isGiven) => onChange({ ...values, consentVersion: isGiven ? telehealthConsent.version : null })}
        />
      )}
    </>
  )
}
