import CircleDashed from 'lucide-react/icons/circle-dashed'
import Hourglass from 'lucide-react/icons/hourglass'
import type { ReactNode } from 'react'

import { Badge, type BadgeTone } from '#web/ui/badge.tsx'

import type { Standing } from './check-words.ts'

const looks: Record<Standing, { word: string; tone?: BadgeTone; icon?: ReactNode }> = {
  missing: { word: 'Falta', icon: <CircleDashed aria-hidden="true" /> },
  pending: { word: 'Pendiente', tone: 'blue', icon: <Hourglass aria-hidden="true" /> },
  approved: { word: 'Aprobado', tone: 'green' },
  rejected: { word: 'Rechazado', tone: 'red' },
  expired: { word: 'Vencido', tone: 'amber' },
}

export function StandingBadge({ standing }: { standing: Standing }) {
  const { word, ...look } = looks[standing]
  return <Badge {...look}>{word}</Badge>
}
