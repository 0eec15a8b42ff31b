import { useQuery } from '@tanstack/react-query'
import { useApi } from '#web/platform/api.ts'
import { minuteMs } from '#web/platform/durations.ts'
import { useNowForTimeAgo } from '#web/platform/use-now.ts'
import { ZoneNote } from '#web/platform/zone-note.tsx'
import { Card } from '#web/ui/card.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { EndSessions } from './end-sessions.tsx'
import { SessionRow } from './session-row.tsx'

const refreshMs = minuteMs

export function SessionsSection() {
  const { queries } = useApi()
  const query = useQuery({
    ...queries.sessions.list.queryOptions(),
    // Always refetched, because the user needs the current sessions.
    staleTime: 0,
    refetchInterval: refreshMs,
  })
  const now = useNowForTimeAgo()
  const items = query.data?.items
  const others = items?.filter((session) => !session.isCurrent).length ?? 0

  if (!items) {
    return (
      <Pending
        query={query}
        loading="Cargando tus sesiones"
        failed="No se pudieron cargar tus sesiones"
        className="grid max-w-form gap-3"
      >
        <Skeleton className="h-24" />
        <Skeleton className="h-24" />
        <Skeleton className="h-24" />
      </Pending>
    )
  }
  return (
    <div className="grid max-w-form gap-5">
      <Card as="section" aria-labelledby="open-sessions" padding="large" className="grid gap-4">
        <h3 id="open-sessions">Dónde está abierta tu cuenta</h3>
        <p className="text-ink-soft">
          ¿Hay un dispositivo que no conoces? Cierra su sesión y cambia tu contraseña cuanto antes.
        </p>
        <ZoneNote instants={items.map(({ createdAt }) => createdAt)}>
          <ul className="divide-y divide-line border-y border-line" aria-label="Tus sesiones">
            {items.map((session) => (
              <SessionRow key={session.id} session={session} now={now} />
            ))}
          </ul>
        </ZoneNote>
        {others === 0 && <p className="text-ink-soft">No hay otras sesiones abiertas.</p>}
      </Card>
      <EndSessions others={others} />
    </div>
  )
}
