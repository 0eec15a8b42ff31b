import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { brand } from '#contract/brand.ts'
import { minSearchLength } from '#contract/user-statuses.ts'
import { useApi } from '#web/platform/api.ts'
import { useDebounced } from '#web/platform/use-debounced.ts'
import { ComboboxField } from '#web/ui/combobox-field.tsx'

type ProviderFieldProps = {
  /** What was typed, or the name of the chosen centre. */
  name: string
  isChosen: boolean
  error: string | undefined
  onChange: (provider: { providerId: string; providerName: string }) => void
}

const shown = 5

/** The centre that hands a reward over at its own cost; empty, Senda does. */
export function ProviderField({ name, isChosen, error, onChange }: ProviderFieldProps) {
  const { queries } = useApi()
  const text = useDebounced(name.trim())
  const search = useQuery({
    ...queries.centerRecords.list.queryOptions({ input: { text, limit: shown, exactFirst: 'true' } }),
    enabled: !isChosen && text.length >= minSearchLength,
    placeholderData: keepPreviousData,
  })
  const items = isChosen || name.trim() === '' ? [] : (search.data?.items ?? [])
  return (
    <ComboboxField
      label="Qué centro la entrega"
      hint={`Paga su costo y la ofrece cuando acepta. Vacío: la entrega y la paga ${brand.name}.`}
      value={name}
      maxLength={200}
      error={error}
      onType={(typed) => onChange({ providerId: '', providerName: typed })}
      options={items.map(({ id, name: label, email }) => ({ id, label, isName: true, description: email }))}
      onChoose={(id) => {
        const chosen = items.find((each) => each.id === id)
        if (chosen) onChange({ providerId: id, providerName: chosen.name })
      }}
      pending={search.isFetching}
    />
  )
}
