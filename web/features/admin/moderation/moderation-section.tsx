import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { QueueView } from '#contract/report-kinds.ts'
import { minSearchLength } from '#contract/user-statuses.ts'
import { useDebounced } from '#web/platform/use-debounced.ts'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { type AdminSearch, moderationViews } from '../admin-search.ts'
import { useAdminSearch } from '../use-admin-search.ts'
import { QueueSection } from './queue-section.tsx'
import { RecordSection } from './record-section.tsx'

const route = getRouteApi('/admin/dashboard')

const viewNames: Readonly<Record<QueueView | 'record', string>> = {
  reported: 'Reportes por resolver',
  reviews: 'Todas las opiniones',
  removed: 'Opiniones y mensajes retirados',
  record: 'Registro de medidas',
}

const isShort = (text: string) => text.trim() !== '' && text.trim().length < minSearchLength

/** Reports and reviews in one queue, or the record of all measures, as the URL says. */
export function ModerationSection() {
  const { cola: view = 'reported', q = '' } = useAdminSearch()
  const [typed, setTyped] = useState(q)
  const text = useDebounced(typed.trim()) || undefined
  const navigate = route.useNavigate()
  const go = (change: AdminSearch) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true, resetScroll: false })
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap gap-3">
        <SelectField
          label="Lista"
          value={view}
          options={moderationViews.map((value) => ({ value, label: viewNames[value] }))}
          onChange={({ currentTarget }) => {
            const cola = moderationViews.find((value) => value === currentTarget.value)
            go({ cola: cola === 'reported' ? undefined : cola })
          }}
        />
        <TextField
          label={view === 'record' ? 'Buscar por persona o centro' : 'Buscar por centro, autor o texto'}
          type="search"
          className="min-w-60 grow sm:max-w-sm"
          value={typed}
          maxLength={100}
          autoComplete="off"
          hint={isShort(typed) && view === 'record' ? `Escribe al menos ${minSearchLength} letras` : undefined}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value)
            go({ q: currentTarget.value.trim() || undefined })
          }}
        />
      </div>
      {view === 'record' ? (
        <RecordSection text={text !== undefined && isShort(text) ? undefined : text} go={go} />
      ) : (
        <QueueSection key={view} view={view} text={text} />
      )}
    </div>
  )
}
