const kinds = [
  { kind: 'neighborhood', label: 'Barrios de Montevideo' },
  { kind: 'city', label: 'Ciudades' },
  { kind: 'department', label: 'Departamentos' },
] as const

type Place = { slug: string; name: string; kind: (typeof kinds)[number]['kind'] }

export function PlaceOptions({ places }: { places: readonly Place[] }) {
  return kinds.map(({ kind, label }) => {
    const listed = places.filter((place) => place.kind === kind)
    return listed.length === 0 ? null : (
      <optgroup key={kind} label={label}>
        {listed.map((place) => (
          <option key={place.slug} value={place.slug}>
            {place.name}
          </option>
        ))}
      </optgroup>
    )
  })
}
