import { useQuery } from '@tanstack/react-query'

import type { Appointment } from '#contract/appointments.ts'
import { useOwedStep } from '#web/features/accounts/use-owed-step.ts'
import { useApi } from '#web/platform/api.ts'
import { useSession } from '#web/platform/session.ts'
import { Anchor } from '#web/ui/anchor.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TextField } from '#web/ui/text-field.tsx'

import { cancellationRule } from './cancellation-rule.ts'
import { homeAddressId } from './home-address-id.ts'

export type StepConfirmProps = {
  hold: Appointment
  /** Where signing in leads back to. */
  here: string
  dependantId: string
  onDependantChange: (id: string) => void
  homeAddress: string
  onHomeAddressChange: (address: string) => void
  addressError: string | undefined
}

/** The last questions, and what the person agrees to. Who isn't signed in does so here; the time stays kept meanwhile. */
export function StepConfirm(props: StepConfirmProps) {
  const { hold, here } = props
  const session = useSession()
  const owed = useOwedStep(here)
  return (
    <div className="grid gap-5">
      <p className="max-lg:hidden">
        Revisa el resumen y confirma: ahí están el precio, cómo se paga y la regla de cancelación.
      </p>
      {/* On wide screens the summary beside the steps says it. */}
      <dl className="grid gap-4 sm:grid-cols-2 lg:hidden">
        <div>
          <dt className="font-medium">Cómo se paga</dt>
          <dd className="text-ink-soft">Se paga en el centro.</dd>
        </div>
        <div>
          <dt className="font-medium">Si no puedes ir</dt>
          <dd className="text-ink-soft">{cancellationRule(hold.cancellation)}</dd>
        </div>
        {hold.confirmsManually && (
          <div className="sm:col-span-2">
            <dt className="font-medium">El centro confirma cada reserva</dt>
            <dd className="text-ink-soft">
              Al enviarla, el centro tiene hasta 24 horas para responder. Te avisamos por correo.
            </dd>
          </div>
        )}
      </dl>
      {session.status === 'loading' && <Skeleton className="h-24" />}
      {session.status === 'signedOut' && (
        <div className="grid gap-3 rounded-card bg-sand px-4 py-4">
          <p>
            Inicia sesión o crea tu cuenta para confirmar. La hora queda guardada mientras tanto y vuelves a este paso.
          </p>
          <div className="flex flex-wrap gap-3">
            <Anchor
              href={`/login?${new URLSearchParams({ next: here })}`}
              className={buttonClass({ variant: 'secondary', className: 'grow sm:grow-0' })}
            >
              Iniciar Sesión
            </Anchor>
            <Anchor
              href={`/register?${new URLSearchParams({ next: here })}`}
              className={buttonClass({ className: 'grow sm:grow-0' })}
            >
              Regístrate
            </Anchor>
          </div>
        </div>
      )}
      {session.status === 'signedIn' && owed && (
        <div className="grid justify-items-start gap-3 rounded-card bg-sand px-4 py-4">
          <p>{owed.text} La hora queda guardada mientras tanto y vuelves a este paso.</p>
          <Anchor href={owed.href} className={buttonClass()}>
            {owed.label}
          </Anchor>
        </div>
      )}
      {session.status === 'signedIn' && !owed && <PatientFields {...props} />}
    </div>
  )
}

function PatientFields(props: StepConfirmProps) {
  const { queries } = useApi()
  const dependants = useQuery(queries.dependants.list.queryOptions()).data?.items ?? []
  return (
    <>
      {dependants.length > 0 && (
        <RadioCards
          legend="¿Para quién?"
          name="attendee"
          columns={2}
          value={props.dependantId}
          onChange={(event) => props.onDependantChange(event.currentTarget.value)}
          options={[
            { value: '', label: 'Para mí' },
            ...dependants.map(({ id, fullName, relation }) => ({ value: id, label: fullName, description: relation })),
          ]}
        />
      )}
      {props.hold.place === 'home' && (
        <TextField
          id={homeAddressId}
          label="Dirección de la visita"
          hint="La ve solo el profesional que te atiende."
          required
          autoComplete="street-address"
          maxLength={300}
          value={props.homeAddress}
          onChange={(event) => props.onHomeAddressChange(event.currentTarget.value)}
          error={props.addressError}
        />
      )}
    </>
  )
}
