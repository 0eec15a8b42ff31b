import type { ReactNode } from 'react'
import type { DocumentStatus } from '#contract/publication.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import CircleDashed from '~icons/lucide/circle-dashed'
import Hourglass from '~icons/lucide/hourglass'

const badges: Record<DocumentStatus, { word: string; tone?: BadgeTone; icon?: ReactNode }> = {
  missing: { word: 'Falta', icon: <CircleDashed aria-hidden="true" /> },
  pending: { word: 'En revisión', tone: 'blue', icon: <Hourglass aria-hidden="true" /> },
  approved: { word: 'Aprobado', tone: 'green' },
  rejected: { word: 'Rechazado', tone: 'red' },
  expired: { word: 'Vencido', tone: 'amber' },
}

export function DocumentStatusBadge({ status }: { status: DocumentStatus }) {
  const { word, ...badge } = badges[status]
  return <Badge {...badge}>{word}</Badge>
}
