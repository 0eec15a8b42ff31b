import { type RefObject, useRef, useState } from 'react'
import { dateProblem } from './date-problem.ts'
import { dateText, readDate, withSlashes } from './typed-date.ts'

/** What a form holds of the field, in place of its element: the value is a day as `2027-03-05`, or empty. */
export type DateControl = {
  type: 'text'
  name: string
  value: string
  /** The text in the field, which may not be a date. */
  readonly text: string
  readonly element: HTMLInputElement | null
  focus(): void
}
export type DateChange = { type: 'change'; target: DateControl; currentTarget: DateControl }

type Options = {
  input: RefObject<HTMLInputElement | null>
  name: string
  value: string | undefined
  defaultValue: string | undefined
  min: string | undefined
  max: string | undefined
  outside: string | undefined
  onChange: ((event: DateChange) => unknown) | undefined
}

/** What was typed, and the day that it gave out. */
type Typed = { text: string; date: string }

/** The text of a date field, and the day that it means to the form. */
export function useTypedDate({ input, name, value, defaultValue = '', min, max, outside, onChange }: Options) {
  const [own, setOwn] = useState(value ?? defaultValue)
  const [typed, setTyped] = useState<Typed>()
  const [isRefused, setRefused] = useState(false)
  const given = useRef(own)
  const date = value ?? own
  // The form or the page has another day than the one that was typed.
  if (typed && typed.date !== date) {
    setTyped(undefined)
    setRefused(false)
  }
  const text = typed && typed.date === date ? typed.text : dateText(date)
  const problem = problemOf(text)

  const [control] = useState<DateControl>(() => ({
    type: 'text',
    name,
    get value() {
      return given.current
    },
    // A form library writes here: its default, a reset, a chosen time.
    set value(next: string) {
      given.current = next
      setOwn(next)
      setTyped(undefined)
      setRefused(false)
    },
    get text() {
      return input.current?.value ?? ''
    },
    get element() {
      return input.current
    },
    focus: () => input.current?.focus(),
  }))

  function problemOf(text: string): string | undefined {
    const read = readDate(text, { max, finished: true })
    const isOutside = 'date' in read && ((min && read.date !== '' && read.date < min) || (max && read.date > max))
    return (isOutside && outside) || dateProblem(read, { min, max })
  }

  function give(next: Typed): void {
    setTyped(next)
    setRefused(false)
    setOwn(next.date)
    given.current = next.date
    onChange?.({ type: 'change', target: control, currentTarget: control })
  }

  function type(entered: string): void {
    const next = withSlashes(text, entered)
    // Pasted, or filled in by the browser: no more digits follow.
    const finished = entered.length - text.length > 1
    const read = readDate(next, { max, finished })
    const found = 'date' in read ? read.date : ''
    const isYearFirst = /^\d{4}\D\d{2}\D\d{2}$/.test(next.trim())
    give({ text: found !== '' && (finished || isYearFirst) ? dateText(found) : next, date: found })
  }

  /** Returns whether the text can stay. */
  function finish(): boolean {
    setRefused(problem !== undefined)
    if (problem !== undefined || !typed) return problem === undefined
    const read = readDate(text, { max, finished: true })
    const found = 'date' in read ? read.date : ''
    if (found !== date) give({ text: dateText(found), date: found })
    else setTyped({ text: dateText(found), date: found })
    return true
  }

  return {
    text,
    date,
    problem,
    shownProblem: isRefused ? problem : undefined,
    control,
    refuse: () => setRefused(true),
    type,
    finish,
    choose: (chosen: string) => give({ text: dateText(chosen), date: chosen }),
  }
}
