import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'

import type { StaffFigures } from '#contract/moderation.ts'
import { useApi } from '#web/platform/api.ts'
import { minuteMs } from '#web/platform/durations.ts'
import { formatCount, formatMoney } from '#web/platform/formats.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'

import type { AdminSectionId } from './admin-search.ts'

type Card = { label: string; value: (figures: StaffFigures) => string; section: AdminSectionId }

const cards: readonly Card[] = [
  { label: 'Usuarios', value: ({ users }) => formatCount(users), section: 'usuarios' },
  { label: 'Centros', value: ({ centers }) => formatCount(centers), section: 'centros' },
  {
    label: 'Centros sin verificar',
    value: ({ unverifiedCenters }) => formatCount(unverifiedCenters),
    section: 'centros',
  },
  { label: 'Comisiones cobradas', value: (all) => formatMoney(all.paidCommissionCents), section: 'financiero' },
  { label: 'Comisiones de este mes', value: (all) => formatMoney(all.monthCommissionCents), section: 'financiero' },
  {
    label: 'Documentos por atender',
    value: ({ openDocuments }) => formatCount(openDocuments),
    section: 'cumplimiento',
  },
]

/** Six figures of the marketplace, each a link to the section with its rows. On a phone they scroll in one line. */
export function StaffCards() {
  const { queries } = useApi()
  const { data: figures } = useQuery({ ...queries.moderation.figures.queryOptions(), refetchInterval: minuteMs })
  return (
    <ul className="-mx-4 mb-5 flex gap-2 overflow-x-auto px-4 sm:mx-0 sm:grid sm:grid-cols-3 sm:overflow-visible sm:px-0 xl:grid-cols-6">
      {cards.map(({ label, value, section }) => (
        <li key={label} className="min-w-36 shrink-0">
          <Link
            to="/admin/dashboard"
            search={{ seccion: section === 'usuarios' ? undefined : section }}
            className="grid h-full content-between rounded-card border border-line bg-panel px-3.5 py-2.5 transition-colors hover:border-control"
          >
            <span className="text-sm text-ink-soft">{label}</span>
            {figures ? (
              <span className="font-display text-xl font-heading tabular-nums">{value(figures)}</span>
            ) : (
              <Skeleton className="h-7 w-16" />
            )}
          </Link>
        </li>
      ))}
    </ul>
  )
}
