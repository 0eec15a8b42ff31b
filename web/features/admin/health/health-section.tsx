import { useQuery } from '@tanstack/react-query'

import type { HealthReport } from '#contract/service-health.ts'
import { useApi } from '#web/platform/api.ts'
import { formatCount } from '#web/platform/formats.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { BrowserErrors } from './browser-errors.tsx'
import { HealthItem, HealthList } from './health-list.tsx'
import { momentOf, timesOf } from './health-words.ts'
import { JobProblems } from './job-problems.tsx'
import { MailProblems } from './mail-problems.tsx'

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
      <JobProblems jobs={report.jobs.problems} />
      <MailProblems mails={report.mails.problems} />
      <BrowserErrors errors={report.browserErrors} />
      <HealthList
        title="Errores inesperados"
        empty={`Ninguno desde que arrancó este proceso, el ${momentOf(report.startedAt)}.`}
        items={report.errors}
      >
        {({ where, count, lastAt }) => (
          <HealthItem key={where} name={where} facts={`${timesOf(count)} · la última, ${momentOf(lastAt)}`} />
        )}
      </HealthList>
      <HealthList title="Procesos" empty="" items={report.processes}>
        {({ pid, host, version, startedAt, isThis }) => (
          <HealthItem
            key={`${host} ${pid} ${startedAt}`}
            name={[pid, host].filter(Boolean).join(' · ')}
            badge={isThis && <Badge tone="green">El que responde</Badge>}
            facts={`${version} · en marcha desde ${momentOf(startedAt)}`}
          />
        )}
      </HealthList>
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

function lastBackupOf({ isNightly, lastGoodAt }: HealthReport['backups']): string {
  if (lastGoodAt) return momentOf(lastGoodAt)
  return isNightly ? 'Todavía ninguna' : 'Ninguna: no hay una carpeta para hacerlas'
}

const units = ['B', 'KB', 'MB', 'GB', 'TB'] as const

function sizeOf(bytes: number): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  return `${formatCount(Math.round(bytes / 1000 ** power))} ${units[power]}`
}

function SlowStatements({ report }: { report: HealthReport }) {
  return (
    <HealthList
      title="Consultas más lentas"
      note="De este proceso desde que arrancó, sin sus valores. Primero, la que más demoró una vez."
      empty="Ninguna todavía."
      items={report.slowStatements}
    >
      {({ text, count, medianMs, maxMs, totalMs }) => (
        <li key={`${maxMs} ${text}`} className="grid gap-1 px-4 py-3">
          <code className="line-clamp-3 text-sm wrap-anywhere" title={text}>
            {text}
          </code>
          <p className="text-sm text-ink-soft tabular-nums">
            {`Máximo ${durationOf(maxMs)} · mediana ${durationOf(medianMs)} · ${timesOf(count)} · ${durationOf(totalMs)} en total`}
          </p>
        </li>
      )}
    </HealthList>
  )
}

function durationOf(ms: number): string {
  return ms >= 1000 ? `${milliseconds.format(ms / 1000)} s` : `${milliseconds.format(ms)} ms`
}
