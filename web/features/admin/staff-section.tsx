import { useQuery } from '@tanstack/react-query'

import { useApi } from '#web/platform/api.ts'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

import { StaffTable } from './staff-table.tsx'

/** Who moderates and administers, and with which protection. */
export function StaffSection() {
  const { queries } = useApi()
  const staff = useQuery(queries.accounts.listStaff.queryOptions())
  return (
    <section aria-labelledby="staff-title" className="grid gap-3">
      <div>
        <h3 id="staff-title">Equipo</h3>
        <p className="text-ink-soft">Quienes moderan y administran, y si protegen su cuenta con un segundo factor.</p>
      </div>
      {staff.data ? (
        <StaffTable members={staff.data.items} />
      ) : (
        <Pending query={staff} loading="Cargando el equipo" failed="No se pudo cargar el equipo">
          <Skeleton className="h-48" />
        </Pending>
      )}
    </section>
  )
}
