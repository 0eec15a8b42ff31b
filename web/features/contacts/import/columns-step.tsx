import { columnNames, type ImportColumn, importColumnLabels, importColumns } from '#contract/patient-columns.ts'
import { formatCount } from '#web/platform/formats.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import type { PatientsFile } from './read-patients.ts'
import type { Import, ImportState } from './use-import.ts'

type State = Extract<ImportState, { step: 'columns' }>

const options = [
  { value: '', label: 'No importar' },
  ...importColumns.map((column) => ({ value: column, label: importColumnLabels[column] })),
]
const maxSamples = 3
/** Looking for samples in all lines of a large file would take long. */
const linesWithSamples = 200

export function ColumnsStep({ state, onColumn }: { state: State; onColumn: Import['setColumn'] }) {
  const { file, fault } = state
  const names = columnNames(file.heads)
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
        {names.map((name, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place in the file
          <li key={index}>
            <SelectField
              label={name}
              hint={samplesOf(file, index).join(' · ') || 'Vacía'}
              value={file.columns[index] ?? ''}
              options={options}
              onChange={(event) => onColumn(index, (event.target.value || null) as ImportColumn | null)}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

function samplesOf({ lines }: PatientsFile, index: number): string[] {
  const samples = lines.slice(0, linesWithSamples).map(({ cells }) => (cells[index] ?? '').trim().slice(0, 40))
  return [...new Set(samples.filter(Boolean))].slice(0, maxSamples)
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
