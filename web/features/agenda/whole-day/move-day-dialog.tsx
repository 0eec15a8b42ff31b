import { useMutation } from '@tanstack/react-query'
import { type SyntheticEvent, useState } from 'react'
import type { DayChange } from '#contract/day-changes.ts'
import { isReason, ReasonField } from '#web/features/appointments/reason-field.tsx'
import { useApi } from '#web/platform/api.ts'
import { errorMessage, isOutdated } from '#web/platform/error-message.ts'
import { formatLongDay } from '#web/platform/formats.ts'
import { addDays, isDay } from '#web/platform/local-days.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { appointmentsText, ChangeResult, UnchangedList } from './change-result.tsx'
import { BlockField, DayFields, type WholeDayDialogProps } from './day-fields.tsx'

type Step = { kind: 'editing' } | { kind: 'previewed'; change: DayChange } | { kind: 'done'; change: DayChange }

const heading = {
  title: 'Mover el día',
  description: 'Todas las citas pasan a otra fecha, a la misma hora.',
}

/** Moves a professional's whole day to another date, at the same times. A preview shows first which appointments fit. */
export function MoveDayDialog({ centerId, agenda, date, professionalId, open, onClose }: WholeDayDialogProps) {
  const { queries } = useApi()
  const move = useMutation(queries.agenda.moveDay.mutationOptions())
  const [day, setDay] = useState({ professionalId: professionalId ?? '', date })
  const [toDate, setToDate] = useState(() => addDays({ date, days: 7 }))
  const [reason, setReason] = useState('')
  const [blockRest, setBlockRest] = useState(true)
  const [problem, setProblem] = useState<string>()
  const [step, setStep] = useState<Step>({ kind: 'editing' })

  async function send({ preview, terms }: { preview: boolean; terms?: string }) {
    let change: DayChange
    try {
      change = await move.mutateAsync({ centerId, ...day, toDate, reason: reason.trim(), blockRest, preview, terms })
    } catch (error) {
      // The form shows the error, and what would happen now.
      if (!preview && isOutdated(error)) {
        setProblem(errorMessage(error))
        await send({ preview: true })
      }
      return
    }
    if (preview) return setStep({ kind: 'previewed', change })
    toast({
      kind: 'success',
      title: change.changed === 1 ? 'Se movió 1 cita' : `Se movieron ${change.changed} citas`,
      description: `Al ${formatLongDay(toDate)}.${change.blocked ? ' El día de antes quedó bloqueado.' : ''}`,
    })
    if (change.unchanged.length + change.toCall.length === 0) onClose()
    else setStep({ kind: 'done', change })
  }

  function resetOnEdit<T>(set: (value: T) => void) {
    return (value: T) => {
      move.reset()
      setStep({ kind: 'editing' })
      setProblem(undefined)
      set(value)
    }
  }

  function submit(event: SyntheticEvent) {
    event.preventDefault()
    const missing = findMissing({ ...day, toDate, reason })
    setProblem(missing)
    if (missing || step.kind === 'done') return
    void send(step.kind === 'editing' ? { preview: true } : { preview: false, terms: step.change.terms })
  }

  if (step.kind === 'done') return <DoneDialog step={step} toDate={toDate} open={open} onClose={onClose} />
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      {...heading}
      pending={move.isPending}
      error={problem ?? (move.isError ? errorMessage(move.error) : undefined)}
      submitLabel={submitLabel(step)}
      pendingLabel={step.kind === 'editing' ? 'Mirando…' : 'Moviendo…'}
      submitDisabled={step.kind === 'previewed' && step.change.changed === 0}
      cancelLabel="Volver"
      onSubmit={submit}
    >
      <DayFields professionals={agenda.professionals} value={day} onChange={resetOnEdit(setDay)} />
      <DateField
        label="Pasa al día"
        required
        value={toDate}
        onChange={({ currentTarget }) => resetOnEdit(setToDate)(currentTarget.value)}
        className="sm:max-w-60"
      />
      <ReasonField value={reason} onChange={resetOnEdit(setReason)} />
      <BlockField checked={blockRest} onChange={setBlockRest} />
      {step.kind === 'previewed' && (
        <div role="status" ref={scrollToElement} className="grid gap-3">
          <Outcome step={step} toDate={toDate} />
          <UnchangedList unchanged={step.change.unchanged} />
        </div>
      )}
    </FormDialog>
  )
}

type OutcomeProps = { step: Exclude<Step, { kind: 'editing' }>; toDate: string }

function DoneDialog({ step, toDate, open, onClose }: OutcomeProps & { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      {...heading}
      keepOpenOnOutsidePress
      footer={<Button onClick={onClose}>Listo</Button>}
    >
      <div role="status" className="grid gap-3 pb-1">
        <Outcome step={step} toDate={toDate} />
        <ChangeResult change={step.change} />
      </div>
    </Dialog>
  )
}

function Outcome({ step, toDate }: OutcomeProps) {
  return <Banner tone={toneOf(step.change)}>{outcomeText({ step, toDate })}</Banner>
}

function submitLabel(step: Exclude<Step, { kind: 'done' }>): string {
  if (step.kind === 'editing') return 'Ver qué entra'
  return step.change.changed === 0 ? 'Mover el día' : `Mover ${appointmentsText(step.change.changed)}`
}

function findMissing({
  professionalId,
  date,
  toDate,
  reason,
}: {
  professionalId: string
  date: string
  toDate: string
  reason: string
}): string | undefined {
  if (professionalId === '') return 'Elige de qué profesional.'
  if (!isDay(date) || !isDay(toDate)) return 'Completa las dos fechas.'
  if (date === toDate) return 'Elige una fecha distinta.'
  return isReason(reason) ? undefined : 'Escribe el motivo: se lo contamos al paciente.'
}

/** On a phone, the preview would appear below the visible part. */
function scrollToElement(element: HTMLElement | null) {
  element?.scrollIntoView({ block: 'nearest' })
}

function toneOf({ changed, unchanged }: DayChange): 'blue' | 'green' | 'amber' {
  if (unchanged.length > 0) return 'amber'
  return changed === 0 ? 'blue' : 'green'
}

function outcomeText({ step, toDate }: OutcomeProps): string {
  const { changed, unchanged } = step.change
  if (step.kind === 'done' && unchanged.length === 0)
    return `Listo: ${changed === 1 ? 'se movió' : 'se movieron'} ${appointmentsText(changed)}.`
  if (step.kind === 'done')
    return `${changed === 1 ? 'Se movió' : 'Se movieron'} ${appointmentsText(changed)}. ${appointmentsText(unchanged.length)} ${unchanged.length === 1 ? 'quedó como estaba' : 'quedaron como estaban'}.`
  if (changed + unchanged.length === 0) return 'Ese día no hay citas que mover.'
  if (unchanged.length === 0)
    return `Entra${changed === 1 ? '' : 'n'} ${appointmentsText(changed)} el ${formatLongDay(toDate)}. Les avisamos por correo, y te decimos a quién llamar.`
  return `Entra${changed === 1 ? '' : 'n'} ${appointmentsText(changed)}. ${unchanged.length === 1 ? 'Esta se queda' : 'Estas se quedan'} como está${unchanged.length === 1 ? '' : 'n'}:`
}
