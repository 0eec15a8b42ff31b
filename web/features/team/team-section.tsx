import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Membership } from '#contract/memberships.ts'
import type { TeamProfessional } from '#contract/team.ts'
import { ClosedCenterNotice } from '#web/features/centers/closed-center-notice.tsx'
import { useApi } from '#web/platform/api.ts'
import { latestOf } from '#web/platform/use-edited.ts'
import { Button } from '#web/ui/button.tsx'
import { opensDialog } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { useDialogState } from '#web/ui/use-dialog-state.ts'
import UserRoundPlus from '~icons/lucide/user-round-plus'

import { PeopleCard } from './people-card.tsx'
import { ProfessionalCard } from './professional-card.tsx'
import { ProfessionalDialog } from './professional-dialog.tsx'

const ofTeam = { loading: 'Cargando el equipo', failed: 'No se pudo cargar el equipo' }
const ofOne = { loading: 'Cargando los servicios', failed: 'No se pudieron cargar los servicios' }

export function TeamSection({ membership }: { membership: Membership }) {
  const { centerId, worksAlone } = membership
  const query = useTeam({ centerId })
  const edited = useDialogState<TeamProfessional | undefined>()
  const add = useRef<HTMLButtonElement>(null)
  if (!query.data) {
    return <Pending query={query} {...(worksAlone ? ofOne : ofTeam)} />
  }
  const { isClosed, professionals } = query.data

  const addButton = (
    <Button
      ref={add}
      icon={<UserRoundPlus aria-hidden="true" className="size-5" />}
      {...opensDialog}
      onClick={() => edited.show(undefined)}
    >
      Agregar profesional
    </Button>
  )

  return (
    <div className="grid gap-8">
      {isClosed && <ClosedCenterNotice />}
      <section aria-labelledby="professionals" className="grid gap-4">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h3 id="professionals">{worksAlone ? 'Datos y servicios' : 'Profesionales y sus servicios'}</h3>
          {professionals.length > 0 && addButton}
        </div>
        {professionals.length === 0 ? (
          <EmptyState
            drawing="team"
            title="Todavía no hay profesionales"
            heading="p"
            action={addButton}
            className="rounded-card bg-sand"
          >
            Agrega a quien atiende, aunque seas solo tú: cada reserva es con alguien.
          </EmptyState>
        ) : (
          <ul className="grid gap-4">
            {professionals.map((professional) => (
              <ProfessionalCard
                key={professional.id}
                centerId={centerId}
                professional={professional}
                onEdit={() => edited.show(professional)}
              />
            ))}
          </ul>
        )}
      </section>
      <PeopleCard centerId={centerId} team={query.data} />
      <ProfessionalDialog
        key={edited.key}
        centerId={centerId}
        professional={latestOf(professionals, edited.subject)}
        open={edited.isOpen}
        onClose={edited.close}
      />
    </div>
  )
}

function useTeam({ centerId }: { centerId: string }) {
  const { queries } = useApi()
  return useQuery(queries.team.get.queryOptions({ input: { centerId } }))
}
