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

import { isReason, ReasonField } from '../actions/reason-field.tsx'
import { useCancelDay } from '../api/cancel-day.ts'
import { BlockField } from './block-field.tsx'
import { appointmentsText, ChangeResult } from './change-result.tsx'
import { cancellingWords } from './change-words.ts'
import { DayFields } from './day-fields.tsx'
import { previewReason } from './preview-reason.ts'
import type { WholeDayDialogProps } from './whole-day-dialog-props.ts'

/** Cancels a professional's whole day. The dialog shows the consequences, and for how many, before the confirmation. */
export function CancelDayDialog({ centerId, agenda, date, professionalId, open, onClose }: WholeDayDialogProps) {
  const { queries } = useApi()
  const cancellation = useCancelDay()
  const [day, setDay] = useState({ professionalId: professionalId ?? '', date })
  const [reason, setReason] = useState('')
  const [blockRest, setBlockRest] = useState(true)
  const [done, setDone] = useState<DayChange>()
  // A result with open tasks stays on screen until the receptionist closes it.
  const mustRead = useRef(false)
  const isNamed = day.professionalId !== '' && isDay(day.date)
  const preview = useQuery({
    ...queries.agenda.cancelDay.queryOptions({
      input: { centerId, ...day, blockRest: false, reason: previewReason, preview: true },
    }),
    enabled: isNamed && open && !done,
    gcTime: 0,
  })
  const count = isNamed ? preview.data?.changed : undefined
  const who = agenda.professionals.find(({ id }) => id === day.professionalId)?.name

  async function cancel() {
    const change = await cancellation.mutateAsync({ centerId, ...day, blockRest, reason: reason.trim() })
    toast({ kind: 'success', title: doneTitle(change), description: `${who}, ${formatLongDay(day.date)}.` })
    mustRead.current = change.unchanged.length + change.toCall.length > 0
    if (mustRead.current) setDone(change)
  }

  if (done) {
    return (
      <Dialog
        open={open}
        onOpenChange={(next) => !next && onClose()}
        title={done.unchanged.length > 0 ? 'El día quedó cancelado, menos esto' : 'El día quedó cancelado'}
        size="small"
        footer={<Button onClick={onClose}>Listo</Button>}
      >
        <ChangeResult change={done} />
      </Dialog>
    )
  }
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => !next && !mustRead.current && onClose()}
      title={who && isDay(day.date) ? `¿Cancelar el ${formatLongDay(day.date)} de ${who}?` : '¿Qué día se cancela?'}
      consequences={consequencesOf({ isNamed, change: preview.data, error: preview.error })}
      confirmLabel={count ? `Cancelar ${appointmentsText(count)}` : blockRest ? 'Bloquear el día' : 'Cancelar el día'}
      cancelLabel="Volver"
      danger
      confirmDisabled={count === undefined || (count === 0 && !blockRest) || !isReason(reason)}
      onConfirm={cancel}
    >
      <div className="grid gap-4">
        <DayFields professionals={agenda.professionals} value={day} onChange={setDay} />
        <ReasonField value={reason} onChange={setReason} />
        <BlockField checked={blockRest} onChange={setBlockRest} />
      </div>
    </ConfirmDialog>
  )
}

function doneTitle({ changed, blocked }: DayChange): string {
  const cancelled = changed === 1 ? 'Se canceló 1 cita' : `Se cancelaron ${changed} citas`
  if (changed === 0) return blocked ? 'El día quedó bloqueado' : 'No había citas que cancelar'
  return blocked ? `${cancelled} y el día quedó bloqueado` : cancelled
}

function consequencesOf({
  isNamed,
  change,
  error,
}: {
  isNamed: boolean
  change: DayChange | undefined
  error: unknown
}): string[] {
  if (!isNamed) return ['Elige de quién y qué día.']
  if (change === undefined) return [error ? errorMessage(error) : 'Contando las citas de ese día…']
  const words = cancellingWords(change)
  return words.length > 0 ? words : ['Ese día no hay citas que cancelar.']
}
