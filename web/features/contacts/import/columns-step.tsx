import { type ImportColumn, importColumnLabels, importColumns } from '#contract/patient-columns.ts'
import { formatCount } from '#web/platform/formats.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { SelectField, type SelectOption } from '#web/ui/select-field.tsx'
import { describeColumns, type Table } from './read-table.ts'
import type { Import, ImportState } from './use-import.ts'

type State = Extract<ImportState, { step: 'columns' }>

const options = [
  { value: '', label: 'No importar' },
  ...importColumns.map((column) => ({ value: column, label: importColumnLabels[column] })),
]

export function ColumnsStep({ state, onColumn }: { state: State; onColumn: Import['setColumn'] }) {
  return (
    <ColumnChoices
      {...state}
      options={options}
      onColumn={(index, value) => onColumn(index, (value || null) as ImportColumn | null)}
    />
  )
}

type ColumnChoicesProps = {
  file: Table<string>
  fault?: string
  options: readonly SelectOption[]
  onColumn: (index: number, value: string) => void
}

/** What each column of a file is, matched by its head; a person may choose another meaning. */
export function ColumnChoices({ file, fault, options: meanings, onColumn }: ColumnChoicesProps) {
  return (
    <div className="grid gap-4">
      <p>
        <span translate="no" className="font-semibold wrap-anywhere">
          {file.name}
        </span>
        {`: ${file.lines.length === 1 ? '1 línea' : `${formatCount(file.lines.length)} líneas`}. Revisa qué es cada columna.`}
      </p>
      <div role="status">{fault && <Banner tone="red">{fault}</Banner>}</div>
      <ul className="grid gap-4">
        {describeColumns(file).map(({ name, samples }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place in the file
          <li key={index}>
            <SelectField
              label={name}
              hint={samples.join(' · ') || 'Vacía'}
              value={file.columns[index] ?? ''}
              options={meanings}
              onChange={(event) => onColumn(index, event.target.value)}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

export function ColumnsFoot({ state, current }: { state: State; current: Import }) {
  return (
    <>
      <Button variant="quiet" onClick={current.reset}>
        Elegir otro archivo
      </Button>
      <Button onClick={() => void current.check(state.file)}>Revisar</Button>
    </>
  )
}
