import { type ChangeEvent, type RefObject, useState } from 'react'

import { TextField } from '#web/ui/text-field.tsx'
import { type CardField, formatCard, type TypedCard } from './typed-card.ts'

export type CardFieldsProps = {
  /** What the fields hold when they appear. */
  card: TypedCard
  cvvField: RefObject<HTMLInputElement | null>
  onChange: (field: CardField, text: string) => void
  errors: Partial<Record<CardField, string>>
}

/** With the attributes that let browsers fill the fields in and phones show number keys. The lengths leave room for pasted spaces. */
const fields: { field: CardField; label: string; maxLength: number; autoComplete: string; inputMode?: 'numeric' }[] = [
  { field: 'number', label: 'Número de tarjeta', maxLength: 40, autoComplete: 'cc-number', inputMode: 'numeric' },
  { field: 'name', label: 'Nombre como está en la tarjeta', maxLength: 100, autoComplete: 'cc-name' },
  { field: 'expiry', label: 'Vencimiento (MM/AA)', maxLength: 20, autoComplete: 'cc-exp', inputMode: 'numeric' },
  { field: 'cvv', label: 'CVV', maxLength: 12, autoComplete: 'cc-csc', inputMode: 'numeric' },
]

/** React doesn't control these fields, because it would empty those that a browser has filled without an event. */
export function CardFields({ card, cvvField, onChange, errors }: CardFieldsProps) {
  const [first] = useState(card)
  function format(field: CardField, { currentTarget: input }: ChangeEvent<HTMLInputElement>): void {
    const text = formatCard[field](input.value)
    if (text !== input.value) input.value = text
    onChange(field, text)
  }
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {fields.map(({ field, label, ...input }) => (
        <TextField
          key={field}
          {...input}
          ref={field === 'cvv' ? cvvField : undefined}
          name={field}
          label={label}
          required
          defaultValue={first[field]}
          error={errors[field]}
          className={field === 'number' || field === 'name' ? 'sm:col-span-2' : undefined}
          onChange={(event) => format(field, event)}
        />
      ))}
    </div>
  )
}
