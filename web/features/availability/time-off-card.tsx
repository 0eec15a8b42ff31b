import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Availability } from '#contract/availability.ts'
import { useApi } from '#web/platform/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { opensDialog } from '#web/ui/dialog.tsx'
import { focusAfterRender } from '#web/ui/focus-after-render.ts'
import { toast } from '#web/ui/toast.ts'
import { useDialogState } from '#web/ui/use-dialog-state.ts'
import CalendarX from '~icons/lucide/calendar-x'

import { TimeOffDialog } from './time-off-dialog.tsx'
import { spanInWords } from './time-off-words.ts'

type Absence = Availability['timeOff'][number]

/** A professional's absences, soonest first. An absence can be added for one or several professionals. */
export function TimeOffCard({
  centerId,
  people,
  selected,
}: {
  centerId: string
  people: readonly Availability[]
  selected: Availability
}) {
  const { queries } = useApi()
  const removal = useMutation(queries.availability.removeTimeOff.mutationOptions())
  const adding = useDialogState()
  const removing = useDialogState<Absence>()
  const absenceToRemove = removing.subject
  const addButton = useRef<HTMLButtonElement>(null)
  const { name, timeOff } = selected

  async function remove(absence: Absence) {
    await removal.mutateAsync({ centerId, timeOffId: absence.id })
    toast({ kind: 'success', title: 'Ausencia quitada', description: spanInWords(absence) })
    focusAfterRender(addButton)
  }

  return (
    <Card as="section" aria-labelledby="time-off" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div>
        <h3 id="time-off">Ausencias</h3>
        <p className="text-ink-soft">Vacaciones, cursos o una tarde libre: en ese tiempo nadie puede reservar.</p>
      </div>
      <AbsenceList name={name} timeOff={timeOff} onRemove={removing.show} />
      <Button
        ref={addButton}
        variant="secondary"
        className="justify-self-start"
        {...opensDialog}
        onClick={() => adding.show()}
      >
        Agregar ausencia
      </Button>
      <TimeOffDialog
        key={adding.key}
        centerId={centerId}
        people={people}
        chosenId={selected.professionalId}
        open={adding.isOpen}
        onClose={adding.close}
      />
      {absenceToRemove && (
        <ConfirmDialog
          key={absenceToRemove.id}
          open={removing.isOpen}
          onOpenChange={removing.close}
          title="¿Quitar esta ausencia?"
          consequences={[
            `${name}, ${spanInWords(absenceToRemove)}.`,
            'Esos horarios vuelven a ofrecerse según su horario semanal.',
            ...(people.length > 1
              ? ['Si el centro cerró esos días, sigue cerrado hasta que quites la ausencia de cada profesional.']
              : []),
          ]}
          confirmLabel="Quitar ausencia"
          cancelLabel="Conservar"
          onConfirm={() => remove(absenceToRemove)}
        />
      )}
    </Card>
  )
}

function AbsenceList({
  name,
  timeOff,
  onRemove,
}: {
  name: string
  timeOff: readonly Absence[]
  onRemove: (absence: Absence) => void
}) {
  if (timeOff.length === 0) {
    return (
      <p className="flex gap-3 rounded-control bg-sand px-4 py-3 text-ink-soft">
        <CalendarX aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
        No hay ausencias por delante.
      </p>
    )
  }
  return (
    <ul className="grid divide-y divide-line">
      {timeOff.map((absence) => (
        <li key={absence.id} className="flex items-center justify-between gap-3 py-2 cramped:flex-wrap">
          <div className="min-w-0">
            <p className="font-medium tabular-nums">{spanInWords(absence)}</p>
            <p className="text-sm wrap-break-word text-ink-soft">{absence.reason}</p>
          </div>
          <Button size="small" variant="quiet" {...opensDialog} onClick={() => onRemove(absence)}>
            Quitar
            <span className="sr-only">
              {' la ausencia de '}
              <span translate="no">{name}</span>
              {`, ${spanInWords(absence)}`}
            </span>
          </Button>
        </li>
      ))}
    </ul>
  )
}
