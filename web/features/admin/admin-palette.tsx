import { keepPreviousData, useQuery } from '@tanstack/react-query'
import UserRound from 'lucide-react/icons/user-round'
import { useState } from 'react'

import { minSearchLength } from '#contract/users.ts'
import type { PaletteProps } from '#web/features/work/palette/palette-button.tsx'
import { type PaletteChoice, PaletteDialog } from '#web/features/work/palette/palette-dialog.tsx'
import { useApi } from '#web/platform/api.ts'
import { errorMessage } from '#web/platform/error-message.ts'
import { useDebounced } from '#web/platform/use-debounced.ts'

const shownUsers = 5

/** Finds accounts by name or address, and sections. */
export function AdminPalette(dialog: PaletteProps) {
  const { queries } = useApi()
  const [typed, setTyped] = useState('')
  const text = typed.trim()
  const q = useDebounced(text)
  const isSearching = text.length >= minSearchLength
  const query = useQuery({
    ...queries.users.list.queryOptions({ input: { text: q, limit: shownUsers } }),
    enabled: q.length >= minSearchLength,
    placeholderData: keepPreviousData,
  })
  const found = (query.data?.items ?? []).map(
    ({ id, fullName, email }): PaletteChoice => ({
      id: `user-${id}`,
      label: fullName,
      description: email,
      icon: <UserRound aria-hidden="true" />,
      group: 'Personas',
      link: { to: '/admin/dashboard', search: { persona: id } },
    }),
  )
  return (
    <PaletteDialog
      {...dialog}
      label="Persona o sección"
      typed={typed}
      onType={setTyped}
      found={isSearching ? found : []}
      pending={isSearching && !query.error && (q !== text || query.isFetching)}
      {...(isSearching && query.error && { problem: errorMessage(query.error) })}
    />
  )
}
