import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'

import { localToday } from '#web/platform/local-days.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/text-field.tsx'

import { type Period, periods } from './period.ts'

const route = getRouteApi('/center/dashboard')
const earliest = '2000-01-01'

export function PeriodForm({ period }: { period: Period }) {
  const navigate = route.useNavigate()
  const today = localToday()
  const [typed, setTyped] = useState(period)
  const [shown, setShown] = useState(period)
  // The URL changed in another way: by a button or the browser's history.
  if (shown.from !== period.from || shown.to !== period.to) {
    setShown(period)
    setTyped(period)
  }
  const isReversed = typed.from !== '' && typed.to !== '' && typed.from > typed.to
  const show = ({ from, to }: Period) =>
    void navigate({ search: (before) => ({ ...before, desde: from, hasta: to }), resetScroll: false })

  function type(next: Period) {
    setTyped(next)
    // While a year is typed, the value passes through impossible dates.
    if (next.from >= earliest && next.from <= next.to) show(next)
  }

  return (
    <div className="grid gap-3">
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">Período</legend>
        {Object.entries(periods).map(([id, { label, of }]) => {
          const { from, to } = of(today)
          const isShown = from === period.from && to === period.to
          return (
            <Button
              key={id}
              size="small"
              variant={isShown ? 'primary' : 'secondary'}
              aria-pressed={isShown}
              onClick={() => show({ from, to })}
            >
              {label}
            </Button>
          )
        })}
      </fieldset>
      <div className="flex flex-wrap items-start gap-3">
        <TextField
          label="Desde"
          type="date"
          value={typed.from}
          error={isReversed ? 'La fecha de fin va después de la de inicio' : undefined}
          onChange={({ target }) => type({ ...typed, from: target.value })}
        />
        <TextField
          label="Hasta"
          type="date"
          value={typed.to}
          onChange={({ target }) => type({ ...typed, to: target.value })}
        />
      </div>
    </div>
  )
}
