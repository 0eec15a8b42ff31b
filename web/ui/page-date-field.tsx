import { useState } from 'react'
import { DateField, type DateFieldProps } from './date-field.tsx'

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

export type PageDateFieldProps = Omit<DateFieldProps, keyof OwnProps | 'defaultValue' | 'onChange' | 'onBlur' | 'ref'> &
  OwnProps

/** A date that takes the page to that day. What is typed stays in the field until the page goes to a day that was not typed. */
export function PageDateField({ value, min, max, onDate, onEmpty, ...field }: PageDateFieldProps) {
  const [draft, setDraft] = useState<string>()
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
      setDraft(undefined)
    }
  }

  return (
    <DateField
      {...field}
      min={min}
      max={max}
      value={draft ?? value}
      onChange={({ currentTarget: { value: date, text } }) => {
        setDraft(date)
        if (date >= min && date <= max) {
          setSent([...sent, date])
          onDate(date)
        } else if (text === '') onEmpty?.()
      }}
      onBlur={({ currentTarget }) => {
        if (currentTarget.validity.valid) setDraft(undefined)
      }}
    />
  )
}
