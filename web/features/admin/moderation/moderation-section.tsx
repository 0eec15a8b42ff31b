import { useState } from 'react'
import type { QueueView } from '#contract/report-kinds.ts'
import { minSearchLength } from '#contract/user-statuses.ts'
import { useDebounced } from '#web/platform/use-debounced.ts'
import { SelectField } from '#web/ui/select-field.tsx'
import { moderationViews } from '../admin-search.ts'
import { SearchField } from '../search-field.tsx'
import { useAdminSearch, useUpdateAdminSearch } from '../use-admin-search.ts'
import { QueueSection } from './queue-section.tsx'
import { RecordSection } from './record-section.tsx'

const viewNames: Readonly<Record<QueueView | 'record', string>> = {
  reported: 'Reportes por resolver',
  reviews: 'Todas las opiniones',
  removed: 'Opiniones y mensajes retirados',
  record: 'Registro de medidas',
}

const isShort = (text: string) => text.trim() !== '' && text.trim().length < minSearchLength

/** Reports and reviews in one queue, or the record of all actions, as the URL says. */
export function ModerationSection() {
  const { cola: view = 'reported', q = '' } = useAdminSearch()
  const [typed, setTyped] = useState(q)
  const text = useDebounced(typed.trim()) || undefined
  const updateSearch = useUpdateAdminSearch()
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap gap-3">
        <SelectField
          label="Lista"
          value={view}
          options={moderationViews.map((value) => ({ value, label: viewNames[value] }))}
          onChange={({ currentTarget }) => {
            const cola = moderationViews.find((value) => value === currentTarget.value)
            updateSearch({ cola: cola === 'reported' ? undefined : cola })
          }}
        />
        <SearchField
          label={view === 'record' ? 'Buscar por persona o centro' : 'Buscar por centro, autor o texto'}
          className="min-w-60 grow sm:max-w-sm"
          typed={typed}
          onType={setTyped}
          minLength={view === 'record' ? minSearchLength : 1}
          updateSearch={updateSearch}
        />
      </div>
      {view === 'record' ? (
        <RecordSection text={text !== undefined && isShort(text) ? undefined : text} updateSearch={updateSearch} />
      ) : (
        <QueueSection key={view} view={view} text={text} />
      )}
    </div>
  )
}
