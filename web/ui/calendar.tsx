import { use } from 'react'
import { DayPicker } from 'react-day-picker'
import { es } from 'react-day-picker/locale/es'
import { TodayContext } from './today.ts'

export type CalendarProps = {
  /** As `2027-03-05`, or empty. */
  value: string
  min: string | undefined
  max: string | undefined
  onChoose: (date: string) => void
}

const nearYears = 10
/** Shown where nothing says which day it is. */
const anyDay = '2027-01-01'
const monthName = new Intl.DateTimeFormat('es-UY', { month: 'long' })
const monthAndYear = new Intl.DateTimeFormat('es-UY', { month: 'long', year: 'numeric' })
const wholeDay = new Intl.DateTimeFormat('es-UY', { dateStyle: 'full' })

/** One month, from Monday on, with the days outside the limits disabled. The arrow keys move between its days. */
export function Calendar({ value, min, max, onChoose }: CalendarProps) {
  const today = use(TodayContext)?.() ?? (value || min || max || anyDay)
  const selected = value === '' ? undefined : dayOf(value)
  const first = min ?? yearsFrom(earlier(value || today, today), -nearYears)
  const last = max ?? yearsFrom(later(value || today, today), nearYears)
  // Between a birthday and today are too many months to turn.
  const isLong = first.slice(0, 4) !== last.slice(0, 4)
  return (
    <DayPicker
      mode="single"
      required
      autoFocus
      fixedWeeks
      showOutsideDays
      locale={es}
      weekStartsOn={1}
      navLayout="around"
      captionLayout={isLong ? 'dropdown' : 'label'}
      reverseYears={last <= today}
      today={dayOf(today)}
      selected={selected}
      onSelect={(day: Date) => onChoose(textOf(day))}
      defaultMonth={dayOf(later(first, earlier(value || today, last)))}
      startMonth={dayOf(first)}
      endMonth={dayOf(last)}
      disabled={{ before: dayOf(first), after: dayOf(last) }}
      formatters={{
        // In Uruguay the ninth month is «setiembre».
        formatCaption: (month) => monthAndYear.format(month),
        formatMonthDropdown: (month) => monthName.format(month),
      }}
      labels={{
        labelDayButton: (day, { today: isToday, selected: isSelected }) =>
          `${isToday ? 'Hoy, ' : ''}${wholeDay.format(day)}${isSelected ? ', elegido' : ''}`,
        labelGrid: (month) => monthAndYear.format(month),
        labelPrevious: () => 'Mes anterior',
        labelNext: () => 'Mes siguiente',
        labelMonthDropdown: () => 'Mes',
        labelYearDropdown: () => 'Año',
      }}
      classNames={isLong ? { ...looks, caption_label: 'hidden' } : looks}
    />
  )
}

const arrow =
  'inline-flex size-11 items-center justify-center rounded-control text-ink-soft hover:bg-sand hover:text-ink aria-disabled:opacity-40 [&_svg]:size-5 [&_svg]:fill-current'

const looks = {
  month: 'grid grid-cols-[auto_1fr_auto] items-center',
  month_caption: 'text-center font-semibold first-letter:uppercase',
  caption_label: '',
  dropdowns: 'flex justify-center gap-1 cramped:flex-col cramped:items-center cramped:gap-0',
  dropdown:
    'min-h-11 cursor-pointer rounded-control border border-transparent bg-panel px-1 font-semibold hover:border-control',
  button_previous: arrow,
  button_next: arrow,
  month_grid: 'col-span-3 mt-1 border-collapse tabular-nums',
  weekday: 'h-9 text-sm font-normal text-ink-soft',
  day: 'group p-0 text-center',
  day_button:
    'inline-flex size-10 cramped:size-9 cramped:text-sm items-center justify-center rounded-full min-[22.5rem]:size-11 enabled:hover:bg-action-soft disabled:cursor-not-allowed group-data-outside:text-ink-soft group-data-disabled:text-ink-soft group-data-disabled:line-through group-data-disabled:opacity-55 group-data-today:font-semibold group-data-today:ring-1 group-data-today:ring-action group-data-today:ring-inset group-data-selected:bg-action group-data-selected:font-semibold group-data-selected:text-on-action group-data-selected:hover:bg-action-strong',
}

/** The calendar's days are dates of the browser's own zone. */
function dayOf(text: string): Date {
  const [year = 0, month = 1, day = 1] = text.split('-').map(Number)
  return new Date(year, month - 1, day)
}

function textOf(day: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`
}

const earlier = (a: string, b: string) => (a < b ? a : b)
const later = (a: string, b: string) => (a > b ? a : b)
/** The first or the last day of the year, so many years away. */
const yearsFrom = (text: string, years: number) =>
  `${Number(text.slice(0, 4)) + years}-${years < 0 ? '01-01' : '12-31'}`
