import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { Contact } from '#contract/contacts.ts'
import type { Membership } from '#contract/memberships.ts'
import { CompleteButton } from '#web/features/agenda/actions/complete-button.tsx'
import { DependantText } from '#web/features/agenda/dependant-text.tsx'
import { personText } from '#web/features/agenda/person-param.ts'
import { OwnDrafts } from '#web/features/clinical-records/own-drafts.tsx'
import { useApi } from '#web/platform/api.ts'
import { useCursorList } from '#web/platform/cursor-pages.ts'
import { formatDate } from '#web/platform/formats.ts'
import { useDebounced } from '#web/platform/use-debounced.ts'
import { CsvButton } from '#web/ui/csv-button.tsx'
import { CursorList } from '#web/ui/cursor-list.tsx'
import { opensDialog } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { focusAfterRender } from '#web/ui/focus-after-render.ts'
import { SelectField } from '#web/ui/select-field.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import ChevronRight from '~icons/lucide/chevron-right'
import { ContactDialog } from './contact-dialog.tsx'
import { ImportPatients } from './import/import-patients.tsx'

const route = getRouteApi('/center/dashboard')
const perPage = 30

/** The patients, dependants and guests with an appointment, past or upcoming. A professional sees only their own. */
export function ContactsSection({ membership }: { membership: Membership }) {
  const { centerId } = membership
  const { api, queries } = useApi()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const [typed, setTyped] = useState('')
  const [tag, setTag] = useState('')
  const q = useDebounced(typed.trim())
  const pages = useCursorList(
    queries.contacts.list,
    { centerId, limit: perPage, ...(q !== '' && { q }), ...(tag !== '' && { tag }) },
    { placeholderData: keepPreviousData },
  )
  const open = (person: string | undefined) =>
    void navigate({ search: (before) => ({ ...before, paciente: person }), resetScroll: false })

  const searchField = useRef<HTMLInputElement>(null)

  return (
    <div className="grid gap-5">
      <OwnDrafts centerId={centerId} CompleteButton={CompleteButton} />
      <div className="flex flex-wrap items-end justify-between gap-4">
        <TextField
          ref={searchField}
          label="Buscar por nombre, teléfono, cédula o etiqueta"
          type="search"
          className="max-w-form grow"
          value={typed}
          maxLength={100}
          onChange={(event) => setTyped(event.target.value)}
          autoComplete="off"
        />
        <TagFilter centerId={centerId} tag={tag} onChange={setTag} />
        {membership.can.seeWholeCenter && <ImportPatients centerId={centerId} />}
        {membership.can.manage && pages.items && pages.items.length > 0 && (
          <CsvButton address={() => api.downloads.create({ route: 'contacts.csv', input: { centerId } })} />
        )}
      </div>
      {pages.first?.isAlike && (
        <p role="status" className="text-ink-soft">
          No hay ningún nombre escrito así. Estos se le parecen:
        </p>
      )}
      <CursorList
        pages={pages}
        loading="Cargando pacientes"
        failed="No se pudieron cargar los pacientes"
        skeletons={[0, 1, 2, 3, 4].map((index) => <Skeleton key={index} className="h-16" />)}
        skeletonClass="grid gap-2"
        empty={
          <EmptyState
            drawing="people"
            heading="h3"
            title={q || tag ? 'Nadie con esos datos' : 'Todavía no hay pacientes'}
          >
            {q || tag
              ? 'Prueba con una parte del nombre o con los últimos números del teléfono.'
              : 'Quien reserve contigo, o a quien agendes tú, aparece aquí.'}
          </EmptyState>
        }
        moreLabel="Ver más pacientes"
      >
        {(contact) => (
          <ContactRow
            key={`${contact.kind}-${contact.id}`}
            contact={contact}
            onOpen={() => open(personText(contact))}
          />
        )}
      </CursorList>
      <ContactDialog
        centerId={centerId}
        person={search.paciente}
        canWrite={membership.can.seeWholeCenter}
        sellsPackages={membership.can.seeWholeCenter}
        onClose={() => open(undefined)}
        onOpen={(person) => open(personText(person))}
        onRemoved={() => {
          open(undefined)
          focusAfterRender(searchField)
        }}
      />
    </div>
  )
}

/** Absent until the centre has a tag. */
function TagFilter({ centerId, tag, onChange }: { centerId: string; tag: string; onChange: (tag: string) => void }) {
  const { queries } = useApi()
  const { data } = useQuery(queries.contacts.tags.queryOptions({ input: { centerId } }))
  const tags = data?.items ?? []
  if (tags.length === 0 && tag === '') return null
  // A tag that its last person has just lost stays until another one is chosen.
  const options = tag === '' || tags.includes(tag) ? tags : [tag, ...tags]
  return (
    <SelectField
      label="Etiqueta"
      className="min-w-44"
      value={tag}
      onChange={(event) => onChange(event.target.value)}
      options={[{ value: '', label: 'Todas' }, ...options.map((each) => ({ value: each, label: each }))]}
    />
  )
}

function countInWords(visits: number): string {
  if (visits === 0) return 'Sin consultas todavía'
  return visits === 1 ? '1 consulta' : `${visits} consultas`
}

function ContactRow({ contact, onOpen }: { contact: Contact; onOpen: () => void }) {
  const { name, dependant, phone, kind, tags, visits, lastVisit, nextVisit } = contact
  return (
    <li>
      <button
        type="button"
        aria-haspopup="dialog"
        {...opensDialog}
        onClick={onOpen}
        className="flex w-full flex-wrap items-center gap-x-6 gap-y-1 px-4 py-3 text-left -outline-offset-3 hover:bg-action-soft"
      >
        <span className="min-w-48 grow">
          <span translate="no" className="block font-semibold wrap-anywhere">
            {name}
          </span>
          {dependant && <DependantText dependant={dependant} />}
          <span className="block text-sm text-ink-soft">
            {phone || 'Sin teléfono'}
            {kind === 'guest' && ' · sin cuenta'}
          </span>
          {tags.length > 0 && <span className="block text-sm text-ink-soft">{tags.join(' · ')}</span>}
        </span>
        <span className="text-sm text-ink-soft tabular-nums sm:w-60">
          <span className="block">{countInWords(visits)}</span>
          {(nextVisit ?? lastVisit) && (
            <span className="block">
              {nextVisit ? `Próxima: ${formatDate(nextVisit)}` : `Última: ${formatDate(lastVisit ?? '')}`}
            </span>
          )}
        </span>
        <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-ink-soft max-sm:hidden" />
      </button>
    </li>
  )
}
