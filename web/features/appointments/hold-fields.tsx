import type { Appointment } from '#contract/appointments.ts'
import { homeAddressMax } from '#contract/places.ts'
import { telehealthConsent } from '#contract/telehealth.ts'
import { OwnPackageChoice } from '#web/features/packages/package-choice.tsx'
import { CheckboxField } from '#web/ui/checkbox-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'

import { AttendeeField, type AttendeeFieldProps } from './attendee-field.tsx'
import { type AttendeeValues, attendeeOf, emptyAttendee, type NewDependantErrors } from './attendee-values.ts'

/** `consents`: whether the patient agrees to a virtual appointment. `packageId`: the package that pays for it; empty: none. */
export type HoldValues = AttendeeValues & { consents: boolean; homeAddress: string; packageId: string }

export const emptyHoldValues: HoldValues = { ...emptyAttendee, consents: false, homeAddress: '', packageId: '' }

/** The id of the home-visit address field, which receives the focus when the address is missing. */
export const homeAddressId = 'home-address'

export const addressMessage = 'Indica la dirección de la visita.'

/** The request that turns the held time into an appointment, on the terms that the patient has read. */
export function confirmationOf(hold: Appointment, { consents, homeAddress, packageId, ...attendee }: HoldValues) {
  return {
    appointmentId: hold.id,
    terms: hold.terms,
    ...attendeeOf(attendee),
    ...(packageId && { packageId }),
    ...(hold.place === 'home' && { homeAddress: homeAddress.trim() }),
    ...(hold.place === 'online' && consents && { consentVersion: telehealthConsent.version }),
  }
}

export type HoldFieldsProps = {
  hold: Appointment
  dependants: AttendeeFieldProps['dependants']
  values: HoldValues
  onChange: (changed: Partial<HoldValues>) => void
  /** Whether the address of a home visit is asked for now. */
  asksAddress?: boolean
  addressError?: string | undefined
  newDependantErrors?: NewDependantErrors | undefined
}

/** What confirming a held time needs: who attends, the address of a home visit, and the consent to a virtual appointment. */
export function HoldFields({
  hold,
  dependants,
  values,
  onChange,
  asksAddress = true,
  addressError,
  newDependantErrors = {},
}: HoldFieldsProps) {
  return (
    <>
      <AttendeeField dependants={dependants} values={values} errors={newDependantErrors} onChange={onChange} />
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
      <OwnPackageChoice hold={hold} packageId={values.packageId} onChange={(packageId) => onChange({ packageId })} />
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
