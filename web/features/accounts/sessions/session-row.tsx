import { useMutation } from '@tanstack/react-query'
import type { OpenSession } from '#contract/sessions.ts'
import { useApi } from '#web/platform/api.ts'
import { errorCode, errorMessage } from '#web/platform/error-message.ts'
import { formatDate, formatTime } from '#web/platform/formats.ts'
import { timeAgo } from '#web/platform/time-ago.ts'
import { RowOwnTime } from '#web/platform/zone-note.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.ts'
import CircleHelp from '~icons/lucide/circle-question-mark'
import Monitor from '~icons/lucide/monitor'
import Smartphone from '~icons/lucide/smartphone'
import Tablet from '~icons/lucide/tablet'

import { addressInWords } from './address-in-words.ts'

const icons = { phone: Smartphone, tablet: Tablet, computer: Monitor, unknown: CircleHelp }

export function SessionRow({ session, now }: { session: OpenSession; now: Date }) {
  const { queries } = useApi()
  const endSession = useMutation(queries.sessions.end.mutationOptions())
  const device = session.device ?? 'Dispositivo desconocido'
  const Icon = icons[session.kind]

  async function end() {
    try {
      await endSession.mutateAsync({ sessionId: session.id })
      toast({ kind: 'success', title: 'Cerraste la sesión', description: device })
    } catch (error) {
      // The session has already ended, which is what the user wants.
      if (errorCode(error) === 'sessions.not_found') toast({ title: errorMessage(error) })
      else toast({ kind: 'destructive', title: 'Error', description: errorMessage(error) })
    }
  }

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-4">
      <Icon aria-hidden="true" className="size-6 shrink-0 self-start text-action" />
      <div className="min-w-0 grow basis-52">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {device}
          {session.isCurrent && <Badge tone="action">Esta sesión</Badge>}
        </p>
        <p className="text-sm text-ink-soft">
          {session.isCurrent ? 'En uso ahora' : `Último uso ${timeAgo({ instant: session.lastUsedAt, now })}`}
          {' · '}
          <span className="wrap-anywhere">{addressInWords(session.address)}</span>
        </p>
        <p className="text-sm text-ink-soft">
          {`Abierta el ${formatDate(session.createdAt)} a las ${formatTime(session.createdAt)}`}
          <RowOwnTime instant={session.createdAt} />
        </p>
      </div>
      {!session.isCurrent && (
        <Button
          variant="secondary"
          size="small"
          className="max-sm:ml-10"
          pending={endSession.isPending}
          pendingLabel="Cerrando…"
          onClick={() => void end()}
        >
          Cerrar sesión <span className="sr-only">en {device}</span>
        </Button>
      )}
    </li>
  )
}
