import { useMutation } from '@tanstack/react-query'
import type { BrowserError } from '#contract/service-health.ts'
import { useApi } from '#web/platform/api.ts'
import { Badge } from '#web/ui/badge.tsx'
import { HealthAction, HealthItem, HealthList } from './health-list.tsx'
import { momentOf, timesOf } from './health-words.ts'

export function BrowserErrors({ errors }: { errors: readonly BrowserError[] }) {
  return (
    <HealthList
      title="Errores de los navegadores"
      note="Sin datos de las personas: «…» está donde podía haberlos. Uno resuelto vuelve a la lista si ocurre otra vez."
      empty="Ninguno sin resolver en los últimos 30 días."
      items={errors}
    >
      {(error) => <OneError key={error.id} error={error} />}
    </HealthList>
  )
}

function OneError({ error }: { error: BrowserError }) {
  const { queries } = useApi()
  const resolve = useMutation(queries.serviceHealth.resolveError.mutationOptions())
  const { name, message, kind, count, lastSeen, firstSeen, page, browser, version, stack } = error
  const where = [page, browser, version].filter(Boolean).join(' · ')
  return (
    <HealthItem
      name={name}
      badge={kind === 'policy' && <Badge tone="amber">Política de seguridad</Badge>}
      facts={`${timesOf(count)} · la última, ${momentOf(lastSeen)}`}
      action={
        <HealthAction
          label="Dar por resuelto"
          pending={resolve.isPending}
          run={() => resolve.mutateAsync({ errorId: error.id })}
          done="El error quedó resuelto"
          failed="No se pudo dar por resuelto"
          description={name}
        />
      }
    >
      <p className="wrap-anywhere">{message}</p>
      <p className="text-sm wrap-anywhere text-ink-soft">{where}</p>
      {stack !== '' && (
        <details className="text-sm text-ink-soft">
          <summary className="w-fit cursor-pointer py-1">{`Dónde está en el código · desde ${momentOf(firstSeen)}`}</summary>
          <pre className="overflow-x-auto py-2">{stack}</pre>
        </details>
      )}
    </HealthItem>
  )
}
