import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { maxDependants } from '#contract/dependant-words.ts'
import { useApi } from '#web/platform/api.ts'
import { latestOf } from '#web/platform/use-edited.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { opensDialog } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { focusAfterRender } from '#web/ui/focus-after-render.ts'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.ts'
import { useDialogState } from '#web/ui/use-dialog-state.ts'
import UserRoundPlus from '~icons/lucide/user-round-plus'
import { type Dependant, DependantCard } from './dependant-card.tsx'
import { DependantDialog } from './dependant-dialog.tsx'

export function DependantsSection() {
  const { queries } = useApi()
  const query = useQuery(queries.dependants.list.queryOptions())
  const editDialog = useDialogState<Dependant | undefined>()
  const removeDialog = useDialogState<Dependant>()
  const list = useRef<HTMLDivElement>(null)
  const items = query.data?.items

  const addButton = (
    <Button
      icon={<UserRoundPlus aria-hidden="true" className="size-5" />}
      {...opensDialog}
      onClick={() => editDialog.show(undefined)}
    >
      Agregar a una persona
    </Button>
  )

  if (!items) {
    return (
      <div className="max-w-form">
        <Pending query={query} loading="Cargando la lista" failed="No se pudo cargar la lista" className="grid gap-3">
          <Skeleton className="h-28" />
          <Skeleton className="h-28" />
        </Pending>
      </div>
    )
  }

  return (
    <div ref={list} tabIndex={-1} className="grid max-w-form gap-4">
      {items.length === 0 ? (
        <EmptyState
          drawing="family"
          title="Todavía no hay nadie"
          action={addButton}
          heading="h3"
          className="rounded-card bg-sand"
        >
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
                onEdit={() => editDialog.show(dependant)}
                onRemove={() => removeDialog.show(dependant)}
              />
            ))}
          </ul>
          {items.length >= maxDependants ? (
            <p>{`Llegaste a ${maxDependants} personas. Quita a una para agregar a otra.`}</p>
          ) : (
            <div className="grid sm:justify-items-start">{addButton}</div>
          )}
        </>
      )}
      <DependantDialog
        key={editDialog.key}
        dependant={latestOf(items, editDialog.subject)}
        open={editDialog.isOpen}
        onClose={editDialog.close}
      />
      {removeDialog.subject && (
        <RemoveDependant
          dependant={removeDialog.subject}
          open={removeDialog.isOpen}
          onClose={removeDialog.close}
          // The button that opened the dialog disappears with the person.
          onRemoved={() => focusAfterRender(list)}
        />
      )}
    </div>
  )
}

type RemoveDependantProps = { dependant: Dependant; open: boolean; onClose: () => void; onRemoved: () => void }

function RemoveDependant({ dependant, open, onClose, onRemoved }: RemoveDependantProps) {
  const { queries } = useApi()
  const removeDependant = useMutation(queries.dependants.remove.mutationOptions())

  async function remove() {
    await removeDependant.mutateAsync({ dependantId: dependant.id })
    toast({ kind: 'success', title: 'Persona quitada', description: dependant.fullName })
    onRemoved()
  }

  return (
    <ConfirmDialog
      key={dependant.id}
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={`¿Quitar a ${dependant.fullName}?`}
      consequences={['Ya no aparecerá al reservar.', 'Sus citas pasadas quedan en tu historial.']}
      confirmLabel="Quitar"
      cancelLabel="Conservar"
      danger
      onConfirm={remove}
    />
  )
}
