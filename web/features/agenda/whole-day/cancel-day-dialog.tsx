import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'

import type { DayChange } from '#contract/agenda.ts'
import { useApi } from '#web/platform/api.ts'
import { errorMessage } from '#web/platform/error-message.ts'
import { formatLongDay } from '#web/platform/formats.ts'
import { isDay } from '#web/platform/local-days.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toast.ts'

import { isReason, ReasonField } from '../acts/reason-field.tsx'
import { useAgendaRefresh } from '../use-agenda.ts'
import { DayFields } from './day-fields.tsx'
import { appointmentsText, LeftList, UntoldList } from './left-list.tsx'
import type { WholeDayDialogProps } from './whole-day-dialog-props.ts'

/** Calls a whole day of a professional off. How many people are told stands there before it is confirmed. */
export function CancelDayDialog({ centerId, agenda, date, professionalId, open, onClose }: WholeDayDialogProps) {
  const { api, queries } = useApi()
  const refresh = useAgendaRefresh({ centerId })
  const [day, setDay] = useState({ professionalId: professionalId ?? '', date })
  const [reason, setReason] = useState('')
  const [rest, setRest] = useState<Pick<DayChange, 'left' | 'untold'>>({ left: [], untold: [] })
  // What was left has to be read before everything closes.
  const mustRead = useRef(false)
  const isNamed = day.professionalId !== '' && isDay(day.date)
  const asked = useQuery({
    ...queries.agenda.get.queryOptions({
      input: { centerId, from: day.date, days: 1, professionalId: day.professionalId },
    }),
    enabled: isNamed && open,
  })
  const count = asked.data?.appointments.filter(
    ({ can, professionalId: whose }) => can.cancel && whose === day.professionalId,
  ).length
  const who = agenda.professionals.find(({ id }) => id === day.professionalId)?.name

  async function cancel() {
    let change: DayChange
    try {
      change = await api.agenda.cancelDay({ centerId, ...day, reason: reason.trim() })
    } catch (error) {
      void refresh()
      throw error
    }
    await refresh()
    toast({
      kind: 'success',
      title: change.changed === 1 ? 'Se canceló 1 cita' : `Se cancelaron ${change.changed} citas`,
      description: `${formatLongDay(day.date)}. ${change.untold.length === 0 ? 'Ya le avisamos a cada paciente.' : 'No pudimos avisar a todos.'}`,
    })
    mustRead.current = change.left.length + change.untold.length > 0
    setRest(change)
  }

  if (rest.left.length + rest.untold.length > 0) {
    return (
      <Dialog
        open={open}
        onOpenChange={(next) => !next && onClose()}
        title={rest.left.length > 0 ? 'El día quedó cancelado, menos esto' : 'El día quedó cancelado'}
        size="small"
        footer={<Button onClick={onClose}>Listo</Button>}
      >
        <div className="grid gap-4">
          <LeftList left={rest.left} />
          <UntoldList untold={rest.untold} />
        </div>
      </Dialog>
    )
  }
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => !next && !mustRead.current && onClose()}
      title={who && isDay(day.date) ? `¿Cancelar el ${formatLongDay(day.date)} de ${who}?` : '¿Qué día se cancela?'}
      consequences={consequencesOf({ isNamed, count, error: asked.error })}
      confirmLabel={count ? `Cancelar ${appointmentsText(count)}` : 'Cancelar el día'}
      cancelLabel="Volver"
      danger
      confirmDisabled={!isNamed || !count || !isReason(reason)}
      onConfirm={cancel}
    >
      <div className="grid gap-4">
        <DayFields professionals={agenda.professionals} value={day} onChange={setDay} />
        <ReasonField value={reason} onChange={setReason} />
      </div>
    </ConfirmDialog>
  )
}

function consequencesOf(o: { isNamed: boolean; count: number | undefined; error: unknown }): string[] {
  if (!o.isNamed) return ['Elige de quién y qué día.']
  if (o.count === undefined) return [o.error ? errorMessage(o.error) : 'Contando las citas de ese día…']
  if (o.count === 0) return ['Ese día no hay citas que cancelar.']
  return [
    o.count === 1
      ? 'Se cancela 1 cita y le avisamos a esa persona.'
      : `Se cancelan ${o.count} citas y le avisamos a cada persona.`,
    'A cada una se le devuelve todo lo que haya pagado; quien reservó con su cuenta recibe 100 puntos.',
    'No se puede deshacer. Los horarios quedan libres: para que nadie reserve, agrega una ausencia en Disponibilidad.',
  ]
}
