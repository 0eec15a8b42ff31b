import { SocialMark } from '#web/features/auth/social/social-marks.tsx'
import { providerNames } from '#web/features/auth/social/social-messages.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { opensDialog } from '#web/ui/dialog.tsx'
import Link2 from '~icons/lucide/link-2'
import Unlink2 from '~icons/lucide/unlink-2'

import type { ConnectedAccount } from './connected-accounts.ts'

export function IdentityRow({
  row,
  isLeaving,
  onConnect,
  onDisconnect,
}: {
  row: ConnectedAccount
  isLeaving: boolean
  onConnect: () => void
  onDisconnect: (row: ConnectedAccount) => void
}) {
  const name = providerNames[row.provider]
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <SocialMark provider={row.provider} />
      <div className="min-w-0 grow basis-40">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {name}
          {row.identity && <Badge tone="green">Conectada</Badge>}
        </p>
        {row.email && <p className="text-sm wrap-anywhere text-ink-soft">{row.email}</p>}
        {!row.isOffered && <p className="text-sm text-ink-soft">Por ahora no se puede entrar con ella.</p>}
      </div>
      {row.identity && (
        <Button
          variant="quiet"
          size="small"
          className="max-sm:ml-6"
          icon={<Unlink2 aria-hidden="true" className="size-4" />}
          aria-label={`Desconectar ${name}`}
          {...opensDialog}
          onClick={() => onDisconnect(row)}
        >
          Desconectar
        </Button>
      )}
      {!row.identity && row.isOffered && (
        <Button
          variant="secondary"
          size="small"
          className="max-sm:ml-9"
          icon={<Link2 aria-hidden="true" className="size-4" />}
          pending={isLeaving}
          pendingLabel="Conectando…"
          onClick={onConnect}
        >
          Conectar <span className="sr-only">{name}</span>
        </Button>
      )}
    </li>
  )
}
