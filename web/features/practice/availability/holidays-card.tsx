import { useQuery } from '@tanstack/react-query'
import CircleCheck from 'lucide-react/icons/circle-check'
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

import { AffectedDialog } from './affected-dialog.tsx'
import { isDayOff } from './time-off-words.ts'
import { useAvailabilityRefresh } from './use-availability.ts'

/** Uruguay's holidays of the coming twelve months: the paid ones are marked, and one press closes them. */
export function HolidaysCard({
  centerId,
  items,
  isOwn,
}: {
  centerId: string
  items: readonly Availability[]
  /** Of somebody who changes their own calendar alone. */
  isOwn: boolean
}) {
  const { api, queries } = useApi()
  const refresh = useAvailabilityRefresh()
  const asked = useQuery(queries.availability.holidays.queryOptions())
  const [changed, setChanged] = useState<Record<string, boolean>>({})
  const [affected, setAffected] = useState<AffectedAppointment[]>([])
  const [confirming, setConfirming] = useState(false)
  const [pending, setPending] = useState(false)
  const [error, setError] = useState<string>()
  if (!asked.data) {
    return <Pending asked={asked} loading="Cargando los feriados" failed="No se pudieron cargar los feriados" />
  }
  const holidays = asked.data.items.map((holiday) => ({
    ...holiday,
    isClosed: items.every(({ timeOff }) => isDayOff({ date: holiday.date, timeOff })),
  }))
  const isMarked = ({ date, isPaid }: { date: string; isPaid: boolean }) => changed[date] ?? isPaid
  const dates = holidays.filter((holiday) => !holiday.isClosed && isMarked(holiday)).map(({ date }) => date)
  const asking = { centerId, professionalIds: items.map(({ professionalId }) => professionalId), dates }

  async function ask() {
    setPending(true)
    setError(undefined)
    try {
      const preview = await api.availability.closeOnHolidays({ ...asking, preview: true })
      setAffected(preview.affected)
      if (preview.affected.length > 0) setConfirming(true)
      else await close()
    } catch (failure) {
      setError(errorMessage(failure))
    } finally {
      setPending(false)
    }
  }

  async function close() {
    await api.availability.closeOnHolidays(asking)
    await refresh()
    toast({
      kind: 'success',
      title: dates.length === 1 ? 'Un feriado cerrado' : `${dates.length} feriados cerrados`,
      description: 'Quedaron entre las ausencias.',
    })
  }

  return (
    <Card as="section" aria-labelledby="holidays" className="grid gap-4">
      <div>
        <h3 id="holidays">Feriados de Uruguay</h3>
        <p className="text-ink-soft">
          {isOwn ? 'Marcamos los no laborables.' : 'Marcamos los no laborables. Se cierran para todo el equipo.'}
        </p>
      </div>
      <ul className="grid">
        {holidays.map((holiday) => {
          const { date, name, isPaid, isClosed } = holiday
          const when = <span className="text-sm text-ink-soft tabular-nums">{formatDay(date)}</span>
          return (
            <li key={date} className="flex items-center justify-between gap-3 pl-3">
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
                  checked={isMarked({ date, isPaid })}
                  disabled={pending}
                  onChange={(event) => setChanged({ ...changed, [date]: event.currentTarget.checked })}
                />
              )}
            </li>
          )
        })}
      </ul>
      <FormError error={error} />
      <Button
        variant="secondary"
        className="justify-self-start"
        pending={pending}
        pendingLabel="Cerrando…"
        disabled={dates.length === 0}
        {...opensDialog}
        onClick={() => void ask()}
      >
        Cerrar en los feriados marcados
      </Button>
      <AffectedDialog
        affected={affected}
        open={confirming}
        onClose={() => setConfirming(false)}
        confirmLabel="Cerrar igual"
        onConfirm={close}
      />
    </Card>
  )
}
