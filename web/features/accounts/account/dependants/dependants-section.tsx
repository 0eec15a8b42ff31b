import { useQuery } from '@tanstack/react-query'
import UserRoundPlus from 'lucide-react/icons/user-round-plus'
import { useRef, useState } from 'react'

import { maxDependants } from '#contract/dependants.ts'
import { useApi } from '#web/platform/api.ts'
import { errorMessage } from '#web/platform/error-message.ts'
import { Button } from '#web/ui/button.tsx'
import { opensDialog } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { focusLater } from '#web/ui/focus-later.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'

import { type Dependant, DependantCard } from './dependant-card.tsx'
import { DependantDialog } from './dependant-dialog.tsx'
import { RemoveDependant } from './remove-dependant.tsx'

/** People whom one may book for: children, parents, whoever depends on one. */
export function DependantsSection() {
  const { queries } = useApi()
  const { data, error, isFetching, refetch } = useQuery(queries.dependants.list.queryOptions())
  const dialogs = useDependantDialogs()
  const list = useRef<HTMLDivElement>(null)
  const items = data?.items

  const add = (
    <Button
      icon={<UserRoundPlus aria-hidden="true" className="size-5" />}
      {...opensDialog}
      onClick={() => dialogs.edit(undefined)}
    >
      Agregar a una persona
    </Button>
  )

  if (!items) {
    if (error) {
      return (
        <ErrorState
          title="No se pudo cargar la lista"
          onRetry={() => void refetch()}
          retrying={isFetching}
          className="max-w-form"
        >
          {errorMessage(error)}
        </ErrorState>
      )
    }
    return (
      <div aria-busy="true" className="grid max-w-form gap-3">
        <p role="status" className="sr-only">
          Cargando la lista
        </p>
        <Skeleton className="h-28" />
        <Skeleton className="h-28" />
      </div>
    )
  }

  return (
    <div ref={list} tabIndex={-1} className="grid max-w-form gap-4">
      {items.length === 0 ? (
        <EmptyState title="Todavía no hay nadie" action={add} heading="h3" className="rounded-card bg-sand">
          Agrega a tu hija, a tu padre o a quien cuides, y al reservar podrás elegir para quién es la cita. Su historial
          queda aparte del tuyo.
        </EmptyState>
      ) : (
        <>
          <p className="text-ink-soft">Al reservar eliges si la cita es para ti o para una de estas personas.</p>
          <ul className="grid gap-3">
            {items.map((dependant) => (
              <DependantCard
                key={dependant.id}
                dependant={dependant}
                onEdit={() => dialogs.edit(dependant)}
                onRemove={() => dialogs.remove(dependant)}
              />
            ))}
          </ul>
          {items.length >= maxDependants ? (
            <p>{`Llegaste a ${maxDependants} personas. Quita a una para agregar a otra.`}</p>
          ) : (
            <div className="grid sm:justify-items-start">{add}</div>
          )}
        </>
      )}
      <DependantDialog
        key={dialogs.opened}
        dependant={dialogs.dependant}
        open={dialogs.isOpen('edit')}
        onClose={dialogs.close}
      />
      {dialogs.dependant && (
        <RemoveDependant
          dependant={dialogs.dependant}
          open={dialogs.isOpen('remove')}
          onClose={dialogs.close}
          // The button that opened it is gone with the person.
          onRemoved={() => focusLater(list)}
        />
      )}
    </div>
  )
}

/** Which dialog stands open, and about whom; it stays known while the dialog closes. */
function useDependantDialogs() {
  const [open, setOpen] = useState<'edit' | 'remove'>()
  const [dependant, setDependant] = useState<Dependant>()
  // Each opening starts from what is saved.
  const [opened, setOpened] = useState(0)
  return {
    dependant,
    opened,
    isOpen: (dialog: 'edit' | 'remove') => open === dialog,
    edit(about: Dependant | undefined) {
      setDependant(about)
      setOpened((count) => count + 1)
      setOpen('edit')
    },
    remove(about: Dependant) {
      setDependant(about)
      setOpen('remove')
    },
    close: () => setOpen(undefined),
  }
}
