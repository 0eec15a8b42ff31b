import { Link } from '@tanstack/react-router'

import type { Membership } from '#contract/memberships.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'

const accessByRole: Record<Membership['role'], string> = {
  owner: 'Desde el inicio llegas a todo lo de tu centro.',
  professional: 'Como profesional tienes tu agenda, tu disponibilidad, tus pacientes y tus opiniones.',
  reception: 'En recepción tienes la agenda de todos, los pacientes y lo que se cobra en cada cita.',
}

/** Replaces a section that the URL names and the member may not open. */
export function DeniedSection({ membership: { role, centerName }, center }: DeniedSectionProps) {
  return (
    <EmptyState
      title="Solo lo ve quien dirige el centro"
      heading="h3"
      className="rounded-card bg-sand"
      action={
        <Link to="/center/dashboard" search={{ centro: center }} className={buttonClass()}>
          Ir al inicio del centro
        </Link>
      }
    >
      {`${accessByRole[role]} Si necesitas algo más, pídelo a quien dirige `}
      <span translate="no">{centerName}</span>.
    </EmptyState>
  )
}

type DeniedSectionProps = {
  membership: Membership
  /** As the URL names it. */
  center: string | undefined
}
