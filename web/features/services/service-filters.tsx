import type { FormEvent } from 'react'
import type { ServiceSlug } from '#contract/specialty-keys.ts'
import { Anchor } from '#web/ui/anchor.tsx'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import Search from '~icons/lucide/search'

import { serviceLocations } from './service-locations.ts'
import { isFiltered, type ServiceSearch, serviceHref } from './service-search.ts'

export type ServiceFiltersProps = {
  service: ServiceSlug
  search: ServiceSearch
  pending: boolean
  onSubmit: (form: HTMLFormElement) => void
}

/** A GET form before JavaScript arrives. Applying a filter goes back to page 1, because the form has no page. */
export function ServiceFilters({ service, search, pending, onSubmit }: ServiceFiltersProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    onSubmit(event.currentTarget)
  }
  return (
    <search>
      <form
        action={`/services/${service}`}
        method="get"
        onSubmit={submit}
        className="grid items-end gap-4 rounded-card border border-line bg-panel p-4 sm:p-5 md:grid-cols-[1.5fr_1fr_auto]"
      >
        {search.need && <input type="hidden" name="need" value={search.need} />}
        <TextField
          key={`q-${search.q ?? ''}`}
          name="q"
          type="search"
          label="Buscar por nombre o especialidad"
          defaultValue={search.q ?? ''}
          maxLength={100}
          autoComplete="off"
          enterKeyHint="search"
          leading={<Search aria-hidden="true" />}
        />
        <SelectField
          key={`near-${search.near ?? ''}`}
          name="near"
          label="Ubicación"
          defaultValue={search.near ?? ''}
          placeholder="Todas las ubicaciones"
          options={serviceLocations}
        />
        <div className="flex flex-wrap gap-2 max-md:*:grow">
          <Button type="submit" pending={pending}>
            Filtrar
          </Button>
          {isFiltered(search) && (
            <Anchor href={serviceHref(service, {})} className={buttonClass({ variant: 'quiet' })}>
              Limpiar filtros
            </Anchor>
          )}
        </div>
      </form>
    </search>
  )
}
