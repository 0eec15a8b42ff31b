import { Anchor } from '#web/ui/anchor.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'

import { careLabels } from './care-filters.ts'
import type { CentersSearch } from './centers-search.ts'
import { centersHref, dayLabel, everyCenter, partOptions, readCentersSearch, specialtyLabel } from './search-values.ts'

type NothingFoundProps = { search: CentersSearch; placeName: string | undefined; isPastEnd: boolean }

export function NothingFound({ search, placeName, isPastEnd }: NothingFoundProps) {
  const { hasPlace, km, specialties, rating } = readCentersSearch(search)
  const isNarrowed =
    hasPlace ||
    search.area !== undefined ||
    specialties.length > 0 ||
    search.when !== 'any' ||
    search.part !== undefined ||
    rating > 0 ||
    search.verified !== undefined ||
    careLabels(search).length > 0
  const withoutDistance = hasPlace && km !== 0 && !search.area ? { ...search, km: '0', page: undefined } : undefined
  const withoutArea = search.area ? { ...search, area: undefined, page: undefined } : undefined
  const filters = filterTexts({ search, placeName })
  if (isPastEnd) {
    return (
      <EmptyState
        drawing="signpost"
        title="Esta página ya no existe"
        action={
          <Anchor href={centersHref({ ...search, page: undefined })} className={buttonClass()}>
            Ver la primera página
          </Anchor>
        }
      >
        La lista es ahora más corta.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      drawing="search"
      title="No se encontraron centros"
      action={
        <>
          {withoutDistance && (
            <Anchor href={centersHref(withoutDistance)} className={buttonClass()}>
              Buscar sin límite de distancia
            </Anchor>
          )}
          {withoutArea && (
            <Anchor href={centersHref(withoutArea)} className={buttonClass()}>
              Buscar en todo el mapa
            </Anchor>
          )}
          <Anchor
            href={everyCenter}
            className={buttonClass({ variant: (withoutDistance ?? withoutArea) ? 'secondary' : 'primary' })}
          >
            {isNarrowed ? 'Limpiar filtros' : 'Ver todos los centros'}
          </Anchor>
          <Anchor href="/services" className={buttonClass({ variant: 'secondary' })}>
            Ver los servicios
          </Anchor>
        </>
      }
    >
      {filters.length === 0 ? (
        'Todavía no hay centros publicados. Vuelve pronto.'
      ) : (
        <>
          <p>{filters.length > 1 ? 'Ningún centro reúne todo esto:' : 'Ningún centro coincide con:'}</p>
          <ul className="mt-1">
            {filters.map((text) => (
              <li key={text} className="font-medium wrap-anywhere text-ink">
                {text}
              </li>
            ))}
          </ul>
          <p className="mt-1">Prueba aumentar la distancia, ajustar los filtros o permitir el acceso a tu ubicación.</p>
        </>
      )}
    </EmptyState>
  )
}

function filterTexts({ search, placeName }: { search: CentersSearch; placeName: string | undefined }): string[] {
  const { q, specialties, hasPlace, point, km, part, rating } = readCentersSearch(search)
  const place = point ? 'ti' : (placeName ?? 'ese lugar')
  // A search for today that finds nothing was widened to any day.
  const when = [
    search.when !== undefined && dayLabel(search),
    partOptions.find(({ value }) => value === part)?.label,
  ].filter((label) => typeof label === 'string')
  return [
    q && `«${q}»`,
    specialties.map(specialtyLabel).join(' o '),
    search.area && 'en la zona del mapa',
    hasPlace && (km === 0 || search.area ? `cerca de ${place}` : `a menos de ${km} km de ${place}`),
    when.length > 0 && `con horas libres: ${when.join(', ').toLocaleLowerCase('es')}`,
    ...careLabels(search).map(({ label }) => label),
    rating > 0 && (rating === 5 ? 'con 5 estrellas' : `con ${rating} estrellas o más`),
  ].filter((text) => typeof text === 'string' && text !== '') as string[]
}
