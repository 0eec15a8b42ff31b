import type { z } from 'zod'

import type { staffMember } from '#contract/accounts.ts'
import { formatDate } from '#web/platform/formats.ts'
import { Badge } from '#web/ui/badge.tsx'
import { TableFrame } from '#web/ui/table-frame.tsx'

const roleNames = { moderator: 'Moderación', admin: 'Administración' } as const

export function StaffTable({ members }: { members: z.output<typeof staffMember>[] }) {
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
              <td className="px-4 py-3">{member.roles.map((role) => roleNames[role]).join(' y ')}</td>
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
