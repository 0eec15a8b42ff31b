import { useMutation, useQuery } from '@tanstack/react-query'

import type { HealthReport, JobState } from '#contract/service-health.ts'
import { useApi } from '#web/platform/api.ts'
import { errorMessage } from '#web/platform/error-message.ts'
import { formatCount, formatDate, formatTime } from '#web/platform/formats.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.ts'

const milliseconds = new Intl.NumberFormat('es-UY', { maximumSignificantDigits: 3 })

const refetchMs = 10_000

export function HealthSection() {
  const { queries } = useApi()
  const query = useQuery({ ...queries.serviceHealth.get.queryOptions(), refetchInterval: refetchMs })
  if (!query.data) {
    return (
      <Pending
        query={query}
        loading="Cargando el estado del servicio"
        failed="No se pudo cargar el estado del servicio"
      >
        <Skeleton className="h-96" />
      </Pending>
    )
  }
  const report = query.data
  return (
    <div className="grid max-w-5xl gap-8">
      <Warnings report={report} />
      <Facts report={report} />
      <section aria-labelledby="health-jobs" className="grid gap-3">
        <h3 id="health-jobs">Tareas que fallaron</h3>
        {report.jobs.failed.length === 0 ? (
          <p className="text-ink-soft">Ninguna: todo lo pendiente sigue su curso.</p>
        ) : (
          <ul className="divide-y divide-line rounded-card border border-line bg-panel">
            {report.jobs.failed.map((job) => (
              <FailedJob key={job.id} job={job} />
            ))}
          </ul>
        )}
      </section>
      <section aria-labelledby="health-errors" className="grid gap-3">
        <h3 id="health-errors">Errores inesperados</h3>
        {report.errors.length === 0 ? (
          <p className="text-ink-soft">{`Ninguno desde que arrancó este proceso, el ${momentOf(report.startedAt)}.`}</p>
        ) : (
          <ul className="divide-y divide-line rounded-card border border-line bg-panel">
            {report.errors.map(({ where, count, lastAt }) => (
              <li key={where} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 px-4 py-3">
                <code className="grow wrap-anywhere">{where}</code>
                <span className="text-sm text-ink-soft">{`${formatCount(count)} · el último, ${momentOf(lastAt)}`}</span>
              </li>
            ))}
          </ul>
        )}
      </section>
      <SlowStatements report={report} />
    </div>
  )
}

function Facts({ report }: { report: HealthReport }) {
  const { mails, mailPausedSince } = report
  const facts = [
    { name: 'Versión', value: report.version },
    { name: 'En marcha desde', value: momentOf(report.startedAt) },
    { name: 'Conexiones en vivo de este proceso', value: formatCount(report.liveConnections) },
    { name: 'Tareas en espera', value: formatCount(report.jobs.waiting) },
    {
      name: 'Correos en espera',
      value: mails.oldestWaiting
        ? `${formatCount(mails.waiting)}, el más viejo de ${momentOf(mails.oldestWaiting)}`
        : formatCount(mails.waiting),
    },
    {
      name: 'Correos que no salen',
      value: mailPausedSince ? `En pausa desde ${momentOf(mailPausedSince)}` : formatCount(mails.failing),
    },
    { name: 'Base de datos', value: sizeOf(report.databaseBytes) },
    { name: 'Última copia de seguridad', value: lastBackupOf(report.backups) },
    { name: 'Espacio libre', value: report.freeDiskBytes === null ? 'Sin dato' : sizeOf(report.freeDiskBytes) },
  ]
  return (
    <dl className="grid gap-x-8 gap-y-3 rounded-card border border-line bg-panel p-4 sm:grid-cols-2 lg:grid-cols-4">
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt className="text-sm text-ink-soft">{name}</dt>
          <dd className="font-medium tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** What the operator has to do something about at the server. */
function Warnings({ report: { backups, mailPausedSince } }: { report: HealthReport }) {
  return (
    <>
      {backups.error !== null && (
        <Banner tone="red" title="Falló la última copia de seguridad">
          <p className="wrap-anywhere">{backups.error}</p>
        </Banner>
      )}
      {backups.slowSince !== null && (
        <Banner tone="amber" title="La copia de seguridad no termina">
          <p>{`Corre desde el ${momentOf(backups.slowSince)}. Revisa que su carpeta responda: mientras tanto no empieza otra.`}</p>
        </Banner>
      )}
      {mailPausedSince !== null && (
        <Banner tone="amber" title="Los correos y los avisos al teléfono están en pausa">
          <p>
            Esta base viene de una copia de seguridad. Si es la que atiende al público, ejecuta en el servidor:{' '}
            <code className="wrap-anywhere">npm run admin -- resume-mail</code>
          </p>
        </Banner>
      )}
    </>
  )
}

function FailedJob({ job }: { job: JobState }) {
  const { queries } = useApi()
  const retry = useMutation(queries.serviceHealth.retryJob.mutationOptions())

  async function retryNow() {
    try {
      await retry.mutateAsync({ jobId: job.id })
      toast({ kind: 'success', title: 'La tarea se vuelve a intentar', description: job.name })
    } catch (error) {
      toast({ kind: 'destructive', title: 'No se pudo volver a intentar', description: errorMessage(error) })
    }
  }

  return (
    <li className="grid gap-1 px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <code className="font-semibold wrap-anywhere">{job.name}</code>
        {job.isGivenUp ? <Badge tone="red">Sin más intentos</Badge> : <Badge tone="amber">Se vuelve a intentar</Badge>}
        <span className="text-sm text-ink-soft">
          {`${job.attempts} de ${job.maxAttempts} intentos · ${momentOf(job.runAt)}`}
        </span>
        <Button
          variant="secondary"
          size="small"
          className="ml-auto"
          pending={retry.isPending}
          onClick={() => void retryNow()}
        >
          Intentar ahora
        </Button>
      </div>
      <p className="text-sm wrap-anywhere text-ink-soft">{job.error}</p>
    </li>
  )
}

function lastBackupOf({ isNightly, lastGoodAt }: HealthReport['backups']): string {
  if (lastGoodAt) return momentOf(lastGoodAt)
  return isNightly ? 'Todavía ninguna' : 'Ninguna: no hay una carpeta para hacerlas'
}

const momentOf = (moment: string) => `${formatDate(moment)}, ${formatTime(moment)}`

const units = ['B', 'KB', 'MB', 'GB', 'TB'] as const

function sizeOf(bytes: number): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  return `${formatCount(Math.round(bytes / 1000 ** power))} ${units[power]}`
}

function SlowStatements({ report }: { report: HealthReport }) {
  return (
    <section aria-labelledby="health-statements" className="grid gap-3">
      <div>
        <h3 id="health-statements">Consultas más lentas</h3>
        <p className="text-ink-soft">
          De este proceso desde que arrancó, sin sus valores. Primero, la que más demoró una vez.
        </p>
      </div>
      <ul className="divide-y divide-line rounded-card border border-line bg-panel">
        {report.slowStatements.map(({ text, count, medianMs, maxMs, totalMs }) => (
          <li key={`${maxMs} ${text}`} className="grid gap-1 px-4 py-3">
            <code className="line-clamp-3 text-sm wrap-anywhere" title={text}>
              {text}
            </code>
            <p className="text-sm text-ink-soft tabular-nums">
              {`Máximo ${durationOf(maxMs)} · mediana ${durationOf(medianMs)} · ${
                count === 1 ? '1 vez' : `${formatCount(count)} veces`
              } · ${durationOf(totalMs)} en total`}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function durationOf(ms: number): string {
  return ms >= 1000 ? `${milliseconds.format(ms / 1000)} s` : `${milliseconds.format(ms)} ms`
}
