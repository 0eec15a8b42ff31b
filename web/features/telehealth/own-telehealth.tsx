import { useMutation, useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import type { OwnTelehealth as Telehealth } from '#contract/telehealth.ts'
import { telehealthConsent } from '#contract/telehealth.ts'
import { useMe } from '#web/features/auth/use-me.ts'
import { useApi } from '#web/platform/api.ts'
import { minuteMs } from '#web/platform/durations.ts'
import { errorMessage } from '#web/platform/error-message.ts'
import { formatTimeWithOwn } from '#web/platform/own-time.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { lazyPart } from '#web/ui/lazy-section.ts'
import { toast } from '#web/ui/toast.ts'

const ResendConfirmation = lazyPart(() =>
  import('#web/features/auth/registration/resend-confirmation.tsx').then((module) => module.ResendConfirmation),
)

/** The consent to a virtual appointment, and its link from fifteen minutes before. The server decides when it is shown. */
export function OwnTelehealth({ appointmentId }: { appointmentId: string }) {
  const { queries } = useApi()
  const { data } = useQuery({
    ...queries.telehealth.get.queryOptions({ input: { appointmentId } }),
    refetchInterval: minuteMs,
  })
  const { data: me } = useMe()
  const decide = useMutation(queries.telehealth.decide.mutationOptions())
  if (!data) return null
  const { can, link } = data

  async function send(decision: 'given' | 'revoked'): Promise<void> {
    try {
      await decide.mutateAsync({ appointmentId, decision, textVersion: telehealthConsent.version })
    } catch (error) {
      toast({ kind: 'destructive', title: 'Error', description: errorMessage(error) })
    }
  }

  return (
    <section aria-label="Videollamada" className="grid gap-3 rounded-card bg-sand p-4">
      {link !== null && (
        <a href={link} target="_blank" rel="noreferrer" className={buttonClass({ className: 'justify-self-start' })}>
          Entrar a la videollamada
        </a>
      )}
      <p className="text-sm">{stateText(data)}</p>
      {needsProof(data) && me?.emailConfirmed === false && (
        <Suspense>
          <ResendConfirmation email={me.email} label="Reenviar correo de confirmación" />
        </Suspense>
      )}
      {can.give && (
        <>
          <details className="text-sm">
            <summary className="cursor-pointer py-2 font-medium">{telehealthConsent.title}</summary>
            <div className="grid gap-2">
              {telehealthConsent.paragraphs.map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
            </div>
          </details>
          <Button
            size="small"
            className="justify-self-start"
            pending={decide.isPending}
            onClick={() => void send('given')}
          >
            Acepto la videollamada
          </Button>
        </>
      )}
      {can.revoke && (
        <Button
          size="small"
          variant="quietDanger"
          className="justify-self-start"
          pending={decide.isPending}
          onClick={() => void send('revoked')}
        >
          Retirar el consentimiento
        </Button>
      )}
    </section>
  )
}

/** The link waits only for the address of the account. */
function needsProof({ consent, hasLink, isAddressProven }: Telehealth): boolean {
  return consent?.decision === 'given' && hasLink && !isAddressProven
}

function stateText(data: Telehealth): string {
  const { consent, link, linkFrom, hasLink, can } = data
  if (!hasLink && (can.give || can.revoke)) {
    return `${consent?.decision === 'given' ? 'Diste tu consentimiento. ' : ''}El centro todavía no puso el enlace de la videollamada: se lo avisamos. Si falta poco para la cita, escríbele.`
  }
  if (consent?.decision !== 'given') {
    return can.give
      ? 'Para atenderte por videollamada necesitamos tu consentimiento. Léelo y acéptalo antes de la cita.'
      : 'No diste el consentimiento para la videollamada.'
  }
  if (link !== null) return 'Diste tu consentimiento. El enlace es solo para ti.'
  if (!hasLink) return 'Diste tu consentimiento. El centro no puso el enlace de la videollamada.'
  if (needsProof(data)) {
    return `Diste tu consentimiento. Falta que confirmes tu correo con el enlace que te enviamos: la sala es la misma para todos los pacientes, y solo la mostramos a cuentas confirmadas. Aparece aquí a las ${formatTimeWithOwn(linkFrom)}.`
  }
  return `Diste tu consentimiento. El enlace aparece aquí a las ${formatTimeWithOwn(linkFrom)}.`
}
