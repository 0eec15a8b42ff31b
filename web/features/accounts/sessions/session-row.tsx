import { useQueryClient } from '@tanstack/react-query'
import CircleHelp from 'lucide-react/icons/circle-question-mark'
import Monitor from 'lucide-react/icons/monitor'
import Smartphone from 'lucide-react/icons/smartphone'
import Tablet from 'lucide-react/icons/tablet'
import { useState } from 'react'

import type { OpenSession } from '#contract/sessions.ts'
import { useApi } from '#web/platform/api.ts'
import { errorCode, errorMessage } from '#web/platform/error-message.ts'
import { formatDate, formatTime } from '#web/platform/formats.ts'
import { timeAgo } from '#web/platform/time-ago.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.ts'

import { addressInWords } from './address-in-words.ts'

const icons = { phone: Smartphone, tablet: Tablet, computer: Monitor, unknown: CircleHelp }

/** `asOf`: when the list was read. */
export function SessionRow({ session, asOf }: { session: OpenSession; asOf: Date }) {
  const { api, queries } = useApi()
  const queryClient = useQueryClient()
  const [ending, setEnding] = useState(false)
  const device = session.device ?? 'Dispositivo desconocido'
  const Icon = icons[session.kind]

  async function end() {
    setEnding(true)
    try {
      await api.sessions.end({ sessionId: session.id })
      toast({ kind: 'success', title: 'Cerraste la sesión', description: device })
    } catch (error) {
      // It ended in the meantime, which is what was wanted.
      if (errorCode(error) === 'sessions.not_found') toast({ title: errorMessage(error) })
      else toast({ kind: 'destructive', title: 'Error', description: errorMessage(error) })
    }
    await queryClient.invalidateQueries({ queryKey: queries.sessions.key() })
    setEnding(false)
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
          {session.isCurrent ? 'En uso ahora' : `Último uso ${timeAgo({ instant: session.lastUsedAt, now: asOf })}`}
          {' · '}
          <span className="wrap-anywhere">{addressInWords(session.address)}</span>
        </p>
        <p className="text-sm text-ink-soft">
          {`Abierta el ${formatDate(session.createdAt)} a las ${formatTime(session.createdAt)}`}
        </p>
      </div>
      {!session.isCurrent && (
        <Button
          variant="secondary"
          size="small"
          className="max-sm:ml-10"
          pending={ending}
          pendingLabel="Cerrando…"
          onClick={() => void end()}
        >
          Cerrar sesión <span className="sr-only">en {device}</span>
        </Button>
      )}
    </li>
  )
}
