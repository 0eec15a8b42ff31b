import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { deskGridMinutes } from '#contract/agenda.ts'
import { type Rhythm, type SeriesConflict, seriesSize } from '#contract/series.ts'
import { useApi } from '#web/platform/api.ts'
import { minuteOfText } from '#web/platform/clock-text.ts'
import { errorCode } from '#web/platform/error-message.ts'
import { addMonths, isDay } from '#web/platform/local-days.ts'

import type { KnownPerson } from '../agenda-dialog.ts'
import { planSeries, type Resolution, type Resolutions } from './series-plan.ts'
import { type ChosenTime, instantOf } from './time-values.ts'

export type Repetition = {
  /** Empty: a single appointment. */
  rhythm: Rhythm | ''
  end: 'count' | 'until'
  count: string
  until: string
}

type SeriesOf = ChosenTime & {
  centerId: string
  open: boolean
  serviceId: string
  person: KnownPerson | undefined
}

export type Series = ReturnType<typeof useSeries>

const single: Repetition = { rhythm: '', end: 'count', count: '10', until: '' }

/** The repetition in the dialog, its dates as the server sees them now, and what the receptionist decided about each. */
export function useSeries({ centerId, open, serviceId, date, time, person }: SeriesOf) {
  const { queries } = useApi()
  const [repetition, setRepetition] = useState(single)
  const { rhythm, end, count } = repetition
  const until = repetition.until || (isDay(date) ? addMonths({ date, months: 3 }) : '')
  const startsAt = isChosen({ date, time }) ? instantOf({ date, time }) : undefined
  // Another service, first date or rhythm has other dates, for which nothing was decided.
  const subject = `${serviceId} ${startsAt} ${rhythm}`
  const [decided, setDecided] = useState({ subject, resolutions: {} as Resolutions, extra: 0 })
  const { resolutions, extra } = decided.subject === subject ? decided : { resolutions: {}, extra: 0 }
  const length = lengthOf({ end, count, until })
  const input = {
    ...{ centerId, serviceId, rhythm: rhythm || 'weekly', startsAt: startsAt ?? '', extra },
    ...(length && 'count' in length ? { count: length.count } : { until }),
    ...(person && { personKind: person.kind, personId: person.id }),
  }
  const isComplete = open && rhythm !== '' && serviceId !== '' && startsAt !== undefined && length !== undefined
  const query = useQuery({
    ...queries.agenda.seriesDates.queryOptions({ input }),
    enabled: isComplete,
    staleTime: 15_000,
    // One more date at the end keeps the list in place while it is read.
    placeholderData: (previous) => (extra > 0 && previous?.dates[0]?.startsAt === startsAt ? previous : undefined),
  })
  const plan = isComplete && query.data ? planSeries({ dates: query.data.dates, resolutions }) : undefined

  function decide(changed: Resolutions, more = 0) {
    setDecided({ subject, resolutions: changed, extra: Math.min(extra + more, seriesSize.max) })
  }

  return {
    isOn: rhythm !== '',
    repetition: { ...repetition, until },
    change: (changed: Partial<Repetition>) => setRepetition({ ...repetition, until, ...changed }),
    isLengthValid: length !== undefined,
    query,
    plan,
    isCut: query.data?.isCut ?? false,
    resolve: (date: string, resolution: Resolution) => decide({ ...resolutions, [date]: resolution }),
    /** Leaves the date out, and adds one after the last. */
    append: (date: string) => decide({ ...resolutions, [date]: { kind: 'skip' } }, 1),
    undo: (date: string) => decide(without(resolutions, [date])),
    /** Shows the times that were lost since as conflicts again. @returns whether the error was about them */
    noteRefusal(error: unknown): boolean {
      if (errorCode(error) !== 'agenda.series_conflicts') return false
      const lost = new Set(lostStarts(error).map((start) => new Date(start).getTime()))
      const dates = (plan?.rows ?? []).filter((row) => row.startsAt && lost.has(Date.parse(row.startsAt)))
      decide(
        without(
          resolutions,
          dates.map((row) => row.date.startsAt),
        ),
      )
      void query.refetch()
      return true
    },
  }
}

function isChosen({ date, time }: ChosenTime): boolean {
  const minute = minuteOfText(time)
  return isDay(date) && minute !== undefined && minute % deskGridMinutes === 0
}

function lengthOf({
  end,
  count,
  until,
}: Omit<Repetition, 'rhythm'>): { count: number } | { until: string } | undefined {
  if (end === 'until') return isDay(until) ? { until } : undefined
  const number = Number(count)
  return Number.isInteger(number) && number >= seriesSize.min && number <= seriesSize.max
    ? { count: number }
    : undefined
}

function without(resolutions: Resolutions, dates: readonly string[]): Resolutions {
  return Object.fromEntries(Object.entries(resolutions).filter(([date]) => !dates.includes(date)))
}

function lostStarts(error: unknown): string[] {
  const { data } = error as { data?: { conflicts?: { startsAt: string; conflict: SeriesConflict }[] } }
  return (data?.conflicts ?? []).map(({ startsAt }) => startsAt)
}
