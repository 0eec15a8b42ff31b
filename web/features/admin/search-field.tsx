import { TextField } from '#web/ui/text-field.tsx'

import type { AdminSearch } from './admin-search.ts'

export type SearchFieldProps = {
  label: string
  className?: string
  typed: string
  onType: (text: string) => void
  /** A shorter text starts no search. */
  minLength: number
  updateSearch: (change: AdminSearch) => void
}

export function SearchField({ label, className, typed, onType, minLength, updateSearch }: SearchFieldProps) {
  const text = typed.trim()
  return (
    <TextField
      label={label}
      type="search"
      className={className}
      value={typed}
      maxLength={100}
      autoComplete="off"
      hint={text !== '' && text.length < minLength ? `Escribe al menos ${minLength} letras` : undefined}
      onChange={({ currentTarget }) => {
        onType(currentTarget.value)
        updateSearch({ q: currentTarget.value.trim() || undefined })
      }}
    />
  )
}
