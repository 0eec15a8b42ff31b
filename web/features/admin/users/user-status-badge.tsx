import type { UserRow } from '#contract/users.ts'
import { formatDate } from '#web/platform/formats.ts'
import { Badge } from '#web/ui/badge.tsx'

export function UserStatusBadge({ user: { status, suspendedUntil } }: { user: UserRow }) {
  if (status === 'active') return <Badge tone="green">Activa</Badge>
  if (status === 'banned') return <Badge tone="red">Bloqueada</Badge>
  return (
    <Badge tone="amber">{suspendedUntil ? `Suspendida hasta el ${formatDate(suspendedUntil)}` : 'Suspendida'}</Badge>
  )
}
