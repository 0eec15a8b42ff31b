import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AffectedAppointment, Availability } from '#contract/availability.ts'
import { useApi } from '#web/platform/api.ts'
import { errorMessage } from '#web/platform/error-message.ts'
import { formatDay } from '#web/platform/formats.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { CheckboxField } from '#web/ui/checkbox-field.tsx'
import { opensDialog } from '#web/ui/dialog.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { toast } from '#web/ui/toast.ts'
import { useDialogState } from '#web/ui/use-dialog-state.ts'
import CircleCheck from '~icons/lucide/circle-check'

import { AffectedDialog } from './affected-dialog.tsx'
import { isDayOff } from './time-off-words.ts'

type Closing = { centerId: string; professionalIds: string[]; dates: string[] }

/** Uruguay's holidays of the coming twelve months: the paid ones are preselected, and one press closes the selected ones. */
export function HolidaysCard({
  centerId,
  items,
  isOwn,
}: {
  centerId: string
  items: readonly Availability[]
  /** Whether the member is a professional, who edits only their own calendar. */
  isOwn: boolean
}) {
  const { queries } = useApi()
  const { closing, confirming, ask, close } = useClosing()
  const query = useQuery(queries.availability.holidays.queryOptions())
  const [markChanges, setMarkChanges] = useState<Record<string, boolean>>({})

  if (!query.data) {
    return <Pending query={query} loading="Cargando los feriados" failed="No se pudieron cargar los feriados" />
  }
  const holidays = query.data.items.map((holiday) => ({
    ...holiday,
    isClosed: items.every(({ timeOff }) => isDayOff({ date: holiday.date, timeOff })),
  }))
  const isMarked = ({ date, isPaid }: { date: string; isPaid: boolean }) => markChanges[date] ?? isPaid
  const dates = holidays.filter((holiday) => !holiday.isClosed && isMarked(holiday)).map(({ date }) => date)
  const closedDays = { centerId, professionalIds: items.map(({ professionalId }) => professionalId), dates }

  return (
    <Card as="section" aria-labelledby="holidays" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div>
        <h3 id="holidays">Feriados de Uruguay</h3>
        <p className="text-ink-soft">
          {isOwn || items.length === 1
            ? 'Marcamos los no laborables.'
            : 'Marcamos los no laborables. Se cierran para todo el equipo, también para quien se sume después.'}
        </p>
      </div>
      <ul className="grid">
        {holidays.map((holiday) => (
          <HolidayRow
            key={holiday.date}
            holiday={holiday}
            isMarked={isMarked(holiday)}
            disabled={closing.isPending}
            onMark={(marked) => setMarkChanges({ ...markChanges, [holiday.date]: marked })}
          />
        ))}
      </ul>
      <FormError error={!confirming.isOpen && closing.error && errorMessage(closing.error)} />
      <Button
        variant="secondary"
        className="justify-self-start"
        pending={closing.isPending && !confirming.isOpen}
        pendingLabel="Cerrando…"
        disabled={dates.length === 0}
        {...opensDialog}
        onClick={() => ask(closedDays)}
      >
        Cerrar en los feriados marcados
      </Button>
      <AffectedDialog
        affected={confirming.subject ?? []}
        open={confirming.isOpen}
        onClose={confirming.close}
        confirmLabel="Cerrar igual"
        onConfirm={() => close(closedDays)}
      />
    </Card>
  )
}

/** Closes on the holidays, after showing the appointments of those days to the member, if there are any. */
function useClosing() {
  const { queries } = useApi()
  const closing = useMutation(queries.availability.closeOnHolidays.mutationOptions())
  const confirming = useDialogState<AffectedAppointment[]>()

  async function ask(holidays: Closing) {
    try {
      const { affected } = await closing.mutateAsync({ ...holidays, preview: true })
      if (affected.length > 0) confirming.show(affected)
      else await close(holidays)
    } catch {
      // The form shows the error above the button.
    }
  }

  async function close(holidays: Closing) {
    await closing.mutateAsync(holidays)
    const count = holidays.dates.length
    toast({
      kind: 'success',
      title: count === 1 ? 'Un feriado cerrado' : `${count} feriados cerrados`,
      description: 'Quedaron entre las ausencias.',
    })
  }

  return { closing, confirming, ask, close }
}

type HolidayRowProps = {
  holiday: { date: string; name: string; isClosed: boolean }
  isMarked: boolean
  disabled: boolean
  onMark: (marked: boolean) => void
}

function HolidayRow({ holiday: { date, name, isClosed }, isMarked, disabled, onMark }: HolidayRowProps) {
  const when = <span className="text-sm text-ink-soft tabular-nums">{formatDay(date)}</span>
  return (
    <li className="flex items-center justify-between gap-3 pl-3 cramped:flex-wrap">
      {isClosed ? (
        <>
          <span className="flex items-start gap-1">
            <span className="-ml-3 flex size-11 shrink-0 items-center justify-center text-green">
              <CircleCheck aria-hidden="true" className="size-5" />
            </span>
            <span className="grid py-2.5">
              {name}
              {when}
            </span>
          </span>
          <Badge tone="green" icon={null}>
            Cerrado
          </Badge>
        </>
      ) : (
        <CheckboxField
          label={
            <span className="grid">
              {name}
              {when}
            </span>
          }
          checked={isMarked}
          disabled={disabled}
          onChange={({ currentTarget }) => onMark(currentTarget.checked)}
        />
      )}
    </li>
  )
}
