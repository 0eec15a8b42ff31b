import { useMutation } from '@tanstack/react-query'
import type { MailState } from '#contract/service-health.ts'
import { useApi } from '#web/platform/api.ts'
import { Badge } from '#web/ui/badge.tsx'
import { HealthAction, HealthItem, HealthList } from './health-list.tsx'
import { momentOf } from './health-words.ts'

const states = {
  failing: { tone: 'amber', label: 'Se vuelve a intentar' },
  in_doubt: { tone: 'amber', label: 'En duda' },
  refused: { tone: 'red', label: 'Rechazado' },
} as const

export function MailProblems({ mails }: { mails: readonly MailState[] }) {
  return (
    <HealthList
      title="Correos por revisar"
      note="Uno en duda puede haber llegado, y por eso no se envía otra vez. De uno rechazado no queda el contenido."
      empty="Ninguno: los correos salieron o están por salir."
      items={mails}
    >
      {(mail) => <MailProblem key={mail.id} mail={mail} />}
    </HealthList>
  )
}

function MailProblem({ mail }: { mail: MailState }) {
  const { queries } = useApi()
  const retry = useMutation(queries.serviceHealth.retryMail.mutationOptions())
  const { tone, label } = states[mail.state]
  return (
    <HealthItem
      name={mail.kind}
      badge={<Badge tone={tone}>{label}</Badge>}
      facts={`${mail.attempts === 1 ? '1 intento' : `${mail.attempts} intentos`} · escrito, ${momentOf(mail.createdAt)}`}
      action={
        mail.state === 'failing' && (
          <HealthAction
            label="Intentar ahora"
            pending={retry.isPending}
            run={() => retry.mutateAsync({ mailId: mail.id })}
            done="El correo se vuelve a intentar"
            failed="No se pudo volver a intentar"
            description={mail.kind}
          />
        )
      }
    >
      {mail.error !== '' && <p className="text-sm wrap-anywhere text-ink-soft">{mail.error}</p>}
    </HealthItem>
  )
}
