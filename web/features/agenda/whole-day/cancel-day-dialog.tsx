import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'

import type { DayChange } from '#contract/day-changes.ts'
import { isReason, ReasonField } from '#web/features/appointments/reason-field.tsx'
import { useApi } from '#web/platform/api.ts'
import { errorCode, errorMessage } from '#web/platform/error-message.ts'
import { formatLongDay } from '#web/platform/formats.ts'
import { isDay } from '#web/platform/local-days.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { appointmentsText, ChangeResult } from './change-result.tsx'
import { cancellingWords } from './change-words.ts'
import { BlockField, DayFields, type WholeDayDialogProps } from './day-fields.tsx'
import { previewReason } from './preview-reason.ts'

/** Cancels a professional's whole day. Before the confirmation, the dialog counts the appointments and names the consequences. */
export function CancelDayDialog({ centerId, agenda, date, professionalId, open, onClose }: WholeDayDialogProps) {
  const { queries } = useApi()
  const cancellation = useMutation(queries.agenda.cancelDay.mutationOptions())
  const [day, setDay] = useState({ professionalId: professionalId ?? '', date })
  const [reason, setReason] = useState('')
  const [blockRest, setBlockRest] = useState(true)
  const [result, setResult] = useState<DayChange>()
  // A result with open tasks stays on screen until the receptionist closes it.
  const mustBeRead = useRef(false)
  const isComplete = day.professionalId !== '' && isDay(day.date)
  const preview = useQuery({
    ...queries.agenda.cancelDay.queryOptions({
      input: { centerId, ...day, blockRest: false, reason: previewReason, preview: true },
    }),
    enabled: isComplete && open && !result,
    gcTime: 0,
    // A colleague's change, or the preview before this one, is over in a moment.
    retry: (count, error) => errorCode(error) === 'agenda.many_in_progress' && count < 6,
    retryDelay: 800,
  })
  const count = isComplete ? preview.data?.changed : undefined
  const professionalName = agenda.professionals.find(({ id }) => id === day.professionalId)?.name

  async function cancel() {
    const request = { centerId, ...day, blockRest, reason: reason.trim(), terms: preview.data?.terms }
    const change = await cancellation.mutateAsync(request).catch((error: unknown) => {
      // The dialog stays open, with what would happen now.
      void preview.refetch()
      throw error
    })
    toast({
      kind: 'success',
      title: doneTitle(change),
      description: `${professionalName}, ${formatLongDay(day.date)}.`,
    })
    mustBeRead.current = change.unchanged.length + change.toCall.length > 0
    if (mustBeRead.current) setResult(change)
  }

  if (result) {
    return (
      <Dialog
        open={open}
        onOpenChange={(next) => !next && onClose()}
        title={result.unchanged.length > 0 ? 'El día quedó cancelado, menos esto' : 'El día quedó cancelado'}
        size="small"
        footer={<Button onClick={onClose}>Listo</Button>}
      >
        <ChangeResult change={result} />
      </Dialog>
    )
  }
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => !next && !mustBeRead.current && onClose()}
      title={
        professionalName && isDay(day.date) ? (
          <>
            {`¿Cancelar el ${formatLongDay(day.date)} de `}
            <span translate="no">{professionalName}</span>?
          </>
        ) : (
          '¿Qué día se cancela?'
        )
      }
      consequences={consequencesOf({ isComplete, change: preview.data, error: preview.error })}
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
  isComplete,
  change,
  error,
}: {
  isComplete: boolean
  change: DayChange | undefined
  error: unknown
}): string[] {
  if (!isComplete) return ['Elige de quién y qué día.']
  if (change === undefined) return [error ? errorMessage(error) : 'Contando las citas de ese día…']
  const words = cancellingWords(change)
  return words.length > 0 ? words : ['Ese día no hay citas que cancelar.']
}
