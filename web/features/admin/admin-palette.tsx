import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { foldText } from '#contract/folded-text.ts'
import { minSearchLength } from '#contract/user-statuses.ts'
import type { PaletteProps } from '#web/features/work/palette/palette-button.tsx'
import { type PaletteChoice, PaletteDialog } from '#web/features/work/palette/palette-dialog.tsx'
import { useApi } from '#web/platform/api.ts'
import { errorMessage } from '#web/platform/error-message.ts'
import { useDebounced } from '#web/platform/use-debounced.ts'
import Building2 from '~icons/lucide/building-2'
import UserRound from '~icons/lucide/user-round'

const shownPerKind = 5

/** Finds accounts by name or e-mail address, centres by name, and sections. Exact matches come first. */
export function AdminPalette(dialog: PaletteProps) {
  const { queries } = useApi()
  const [typed, setTyped] = useState('')
  const text = typed.trim()
  const searchedText = useDebounced(text)
  const isSearching = text.length >= minSearchLength
  const search = {
    input: { text: searchedText, limit: shownPerKind, exactFirst: 'true' },
    enabled: searchedText.length >= minSearchLength,
    placeholderData: keepPreviousData,
  } as const
  const users = useQuery(queries.users.list.queryOptions(search))
  const centers = useQuery(queries.centerRecords.list.queryOptions(search))
  const people = (users.data?.items ?? []).map(
    ({ id, fullName, email }): PaletteChoice => ({
      id: `user-${id}`,
      label: fullName,
      description: email,
      icon: <UserRound aria-hidden="true" />,
      group: 'Personas',
      link: { to: '/admin/dashboard', search: { persona: id } },
    }),
  )
  const places = (centers.data?.items ?? []).map(
    ({ id, name, email }): PaletteChoice => ({
      id: `center-${id}`,
      label: name,
      description: email,
      icon: <Building2 aria-hidden="true" />,
      group: 'Centros',
      link: { to: '/admin/dashboard', search: { seccion: 'centros', centro: id } },
    }),
  )
  const folded = foldText(text)
  const isExact = ({ label }: PaletteChoice) => foldText(label) === folded
  const choices = [...people, ...places]
  const exact = choices.filter(isExact).map((choice) => ({ ...choice, group: 'Mismo nombre' }))
  const problem = users.error ?? centers.error
  return (
    <PaletteDialog
      {...dialog}
      label="Persona, centro o sección"
      typed={typed}
      onType={setTyped}
      results={isSearching ? [...exact, ...choices.filter((choice) => !isExact(choice))] : []}
      pending={isSearching && !problem && (searchedText !== text || users.isFetching || centers.isFetching)}
      {...(isSearching && problem && { problem: errorMessage(problem) })}
    />
  )
}
