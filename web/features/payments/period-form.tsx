import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'

import { localToday } from '#web/platform/local-days.ts'
import { Button } from '#web/ui/button.tsx'
import { PageDateField } from '#web/ui/page-date-field.tsx'

import { isTooLong, type Period, periods } from './period.ts'

const route = getRouteApi('/center/dashboard')
const range = { min: '2000-01-01', max: '2199-12-31' } as const

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
  const problem = problemOf(typed)
  const show = ({ from, to }: Period) =>
    void navigate({ search: (before) => ({ ...before, desde: from, hasta: to }), resetScroll: false })

  function type(next: Period) {
    setTyped(next)
    if (!problemOf(next)) show(next)
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
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
        <PageDateField
          label="Desde"
          {...range}
          value={typed.from}
          error={problem}
          onDate={(from) => type({ ...typed, from })}
        />
        <PageDateField label="Hasta" {...range} value={typed.to} onDate={(to) => type({ ...typed, to })} />
      </div>
    </div>
  )
}

function problemOf(period: Period): string | undefined {
  if (period.from > period.to) return 'La fecha de fin va después de la de inicio'
  return isTooLong(period) ? 'El período es muy largo: elige hasta tres años' : undefined
}
