import type { z } from 'zod'

import type { Appointment } from '#contract/appointments.ts'
import type { dependant } from '#contract/dependants.ts'
import { homeAddressMax } from '#contract/places.ts'
import { telehealthConsent } from '#contract/telehealth.ts'
import { CheckboxField } from '#web/ui/checkbox-field.tsx'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import { TextField } from '#web/ui/text-field.tsx'

/** `dependantId`: empty when the patient attends. `consents`: whether the patient agrees to a virtual appointment. */
export type HoldValues = { dependantId: string; consents: boolean; homeAddress: string }

export const emptyHoldValues: HoldValues = { dependantId: '', consents: false, homeAddress: '' }

/** The id of the home-visit address field, which receives the focus when the address is missing. */
export const homeAddressId = 'home-address'

/** The request that turns the held time into an appointment, on the terms that the patient has read. */
export function confirmationOf(hold: Appointment, { dependantId, consents, homeAddress }: HoldValues) {
  return {
    appointmentId: hold.id,
    terms: hold.terms,
    ...(dependantId && { dependantId }),
    ...(hold.place === 'home' && { homeAddress: homeAddress.trim() }),
    ...(hold.place === 'online' && consents && { consentVersion: telehealthConsent.version }),
  }
}

export type HoldFieldsProps = {
  hold: Appointment
  dependants: readonly z.output<typeof dependant>[]
  values: HoldValues
  onChange: (changed: Partial<HoldValues>) => void
  /** Whether the address of a home visit is asked for now. */
  asksAddress?: boolean
  addressError?: string | undefined
}

/** What confirming a held time needs: who attends, the address of a home visit, and the consent to a virtual appointment. */
export function HoldFields({ hold, dependants, values, onChange, asksAddress = true, addressError }: HoldFieldsProps) {
  return (
    <>
      {dependants.length > 0 && (
        <RadioCards
          legend="¿Para quién?"
          name="attendee"
          columns={2}
          value={values.dependantId}
          onChange={(event) => onChange({ dependantId: event.currentTarget.value })}
          options={[
            { value: '', label: 'Para mí' },
            ...dependants.map(({ id, fullName, relation }) => ({ value: id, label: fullName, description: relation })),
          ]}
        />
      )}
      {hold.place === 'home' && asksAddress && (
        <TextField
          id={homeAddressId}
          label="Dirección de la visita"
          hint="La ve solo el profesional que te atiende."
          required
          autoComplete="street-address"
          maxLength={homeAddressMax}
          value={values.homeAddress}
          onChange={(event) => onChange({ homeAddress: event.currentTarget.value })}
          error={addressError}
        />
      )}
      {hold.place === 'online' && (
        <VideoConsent isGiven={values.consents} onChange={(consents) => onChange({ consents })} />
      )}
    </>
  )
}

/** Optional here: a patient who wants to think about it gives the consent later, at the dashboard. */
function VideoConsent({ isGiven, onChange }: { isGiven: boolean; onChange: (isGiven: boolean) => void }) {
  return (
    <div className="grid gap-1 rounded-card bg-sand px-4 py-3">
      <CheckboxField
        label="Acepto atenderme por videollamada"
        hint="También puedes aceptarlo después, en tu dashboard. Sin tu consentimiento no mostramos el enlace."
        checked={isGiven}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <details className="pl-9 text-sm">
        <summary className="cursor-pointer py-2 font-medium">{telehealthConsent.title}</summary>
        <div className="grid gap-2 pb-2">
          {telehealthConsent.paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
      </details>
    </div>
  )
}
