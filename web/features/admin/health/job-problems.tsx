import { useMutation } from '@tanstack/react-query'
import type { JobState } from '#contract/service-health.ts'
import { useApi } from '#web/platform/api.ts'
import { Badge } from '#web/ui/badge.tsx'
import { HealthAction, HealthItem, HealthList } from './health-list.tsx'
import { momentOf } from './health-words.ts'

const states = {
  given_up: { tone: 'red', label: 'Sin más intentos', moment: 'la última vez', mayRetry: true },
  failing: { tone: 'amber', label: 'Se vuelve a intentar', moment: 'la próxima vez', mayRetry: true },
  late: { tone: 'amber', label: 'Atrasada', moment: 'le tocaba', mayRetry: false },
  stuck: { tone: 'red', label: 'No termina', moment: 'empezó', mayRetry: false },
} as const

export function JobProblems({ jobs }: { jobs: readonly JobState[] }) {
  return (
    <HealthList title="Tareas por revisar" empty="Ninguna: todo lo pendiente sigue su curso." items={jobs}>
      {(job) => <JobProblem key={job.id} job={job} />}
    </HealthList>
  )
}

function JobProblem({ job }: { job: JobState }) {
  const { queries } = useApi()
  const retry = useMutation(queries.serviceHealth.retryJob.mutationOptions())
  const { tone, label, moment, mayRetry } = states[job.state]
  return (
    <HealthItem
      name={job.name}
      badge={<Badge tone={tone}>{label}</Badge>}
      facts={`${job.attempts} de ${job.maxAttempts} intentos · ${moment}, ${momentOf(job.since)}`}
      action={
        mayRetry && (
          <HealthAction
            label="Intentar ahora"
            pending={retry.isPending}
            run={() => retry.mutateAsync({ jobId: job.id })}
            done="La tarea se vuelve a intentar"
            failed="No se pudo volver a intentar"
            description={job.name}
          />
        )
      }
    >
      {job.error !== '' && <p className="text-sm wrap-anywhere text-ink-soft">{job.error}</p>}
    </HealthItem>
  )
}
