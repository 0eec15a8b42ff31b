import { useQuery } from '@tanstack/react-query'

import type { CenterTelehealth as Telehealth } from '#contract/telehealth.ts'
import { useApi } from '#web/platform/api.ts'
import { minuteMs } from '#web/platform/durations.ts'
import { formatTimeWithOwn } from '#web/platform/own-time.ts'

/** Whether the patient of a virtual appointment consented, and the link of the room from fifteen minutes before. */
export function CenterTelehealth({ centerId, appointmentId }: { centerId: string; appointmentId: string }) {
  const { queries } = useApi()
  const { data } = useQuery({
    ...queries.telehealth.getAtDesk.queryOptions({ input: { centerId, appointmentId } }),
    refetchInterval: minuteMs,
  })
  if (!data) return null
  return (
    <div className="grid gap-1 rounded-card bg-sand p-4 text-sm">
      <p>{consentText(data)}</p>
      {data.link === null ? (
        <p>
          {data.hasLink
            ? `El enlace aparece a las ${formatTimeWithOwn(data.linkFrom)}.`
            : 'El profesional no cargó su enlace en el equipo.'}
        </p>
      ) : (
        <a href={data.link} target="_blank" rel="noreferrer" className="link justify-self-start py-2">
          Entrar a la videollamada
        </a>
      )}
    </div>
  )
}

function consentText({ consent, hasAccount }: Telehealth): string {
  if (consent?.decision === 'given') return 'El paciente dio su consentimiento para la videollamada.'
  if (consent?.decision === 'revoked') return 'El paciente retiró su consentimiento para la videollamada.'
  return hasAccount
    ? 'El paciente todavía no dio su consentimiento para la videollamada.'
    : 'Este paciente no tiene cuenta: pídele el consentimiento antes de empezar.'
}
