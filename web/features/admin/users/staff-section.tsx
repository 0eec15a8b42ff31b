import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'

import type { staffMember } from '#contract/accounts.ts'
import { useApi } from '#web/platform/api.ts'
import { formatDate } from '#web/platform/formats.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TableFrame } from '#web/ui/table-frame.tsx'

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

const staffRoleNames = { moderator: 'Moderación', admin: 'Administración' } as const

function StaffTable({ members }: { members: z.output<typeof staffMember>[] }) {
  return (
    <TableFrame label="Equipo de administración">
      <table className="w-full min-w-[40rem] text-left">
        <caption className="sr-only">Equipo de administración</caption>
        <thead className="border-b border-line bg-sand text-sm">
          <tr>
            {['Nombre', 'Correo', 'Rol', 'Segundo factor', 'Última entrada'].map((title) => (
              <th key={title} scope="col" className="px-4 py-3 font-semibold">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {members.map((member) => (
            <tr key={member.userId} className="border-b border-line last:border-0">
              <th scope="row" className="px-4 py-3 font-medium">
                {member.fullName}
              </th>
              <td className="px-4 py-3 wrap-anywhere">{member.email}</td>
              <td className="px-4 py-3">{member.roles.map((role) => staffRoleNames[role]).join(' y ')}</td>
              <td className="px-4 py-3">
                {member.hasSecondFactor ? <Badge tone="green">Activo</Badge> : <Badge tone="amber">Sin activar</Badge>}
              </td>
              <td className="px-4 py-3">
                {member.lastSignInAt ? formatDate(member.lastSignInAt) : 'Todavía no entró'}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  )
}
