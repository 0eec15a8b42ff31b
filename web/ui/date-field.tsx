import { type KeyboardEvent, useState } from 'react'
import { incompleteDate } from './kept-text.tsx'
import { TextField, type TextFieldProps } from './text-field.tsx'

type OwnProps = {
  /** The day that the page shows; empty for none. */
  value: string
  /** The first and the last day that can be chosen. */
  min: string
  max: string
  /** Called with each complete day in the range, also while it is typed. */
  onDate: (date: string) => void
  /** Called when the field is emptied. Without it, the field then shows the day of the page again. */
  onEmpty?: () => void
}

export type DateFieldProps = Omit<TextFieldProps, keyof OwnProps | 'type' | 'onChange' | 'onBlur' | 'onKeyDown'> &
  OwnProps

const longDate = new Intl.DateTimeFormat('es-UY', { timeZone: 'UTC', dateStyle: 'long' })
const inWords = (date: string) => longDate.format(new Date(date))

/**
 * A date that takes the page to that day. While it is typed the field shows the typed text, because setting the value discards
 * half-typed digits. A day that cannot be chosen is refused on Enter and on leaving the field, and stays to be corrected.
 */
export function DateField({ value, min, max, onDate, onEmpty, error, ...field }: DateFieldProps) {
  const [typed, setTyped] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const [shown, setShown] = useState(value)
  // The days that were typed and that the page has still to show: it may show an earlier one while the next is typed.
  const [sent, setSent] = useState<readonly string[]>([])
  if (shown !== value) {
    setShown(value)
    const position = sent.indexOf(value)
    setSent(sent.slice(position + 1))
    // The page went to another day by a button or the browser's history.
    if (position === -1) {
      setSent([])
      setTyped(undefined)
      setProblem(undefined)
    }
  }
  // A year may be typed with up to six digits.
  const isAllowed = (date: string) => date.length === min.length && date >= min && date <= max

  /** Whether the text can stay. `badInput`: the browser has digits, but no date yet. */
  function check({ value: text, validity }: HTMLInputElement): boolean {
    const isOutside = `Esa fecha no se puede elegir. Elige una del ${inWords(min)} al ${inWords(max)}.`
    const found = validity.badInput ? incompleteDate : text === '' || isAllowed(text) ? undefined : isOutside
    setProblem(found)
    return found === undefined
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    // A refused day must not submit the form around the field.
    if (event.key === 'Enter' && !check(event.currentTarget)) event.preventDefault()
  }

  return (
    <TextField
      {...field}
      type="date"
      min={min}
      max={max}
      value={typed ?? value}
      error={problem ?? error}
      onChange={({ currentTarget: { value: text, validity } }) => {
        setTyped(text)
        setProblem(undefined)
        if (isAllowed(text)) {
          setSent([...sent, text])
          onDate(text)
        } else if (text === '' && !validity.badInput) onEmpty?.()
      }}
      onBlur={({ currentTarget }) => {
        if (check(currentTarget)) setTyped(undefined)
      }}
      onKeyDown={onKeyDown}
    />
  )
}
