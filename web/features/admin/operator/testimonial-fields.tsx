import { maxTestimonials, type Testimonial } from '#contract/operator.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { type Keyed, keyed, moved } from './typed-words.ts'

const faces = [
  { value: '', label: 'Su inicial' },
  { value: 'lucia', label: 'Retrato dibujado 1' },
  { value: 'martin', label: 'Retrato dibujado 2' },
  { value: 'ana-clara', label: 'Retrato dibujado 3' },
] as const
const ratings = [5, 4, 3, 2, 1].map((stars) => ({
  value: String(stars),
  label: stars === 1 ? '1 estrella' : `${stars} estrellas`,
}))

type Row = Keyed<Testimonial>
export type TestimonialFieldsProps = {
  rows: readonly Row[]
  onChange: (rows: Row[]) => void
  errorOf: (path: string) => string | undefined
}

/** The testimonials in the order of the home page. */
export function TestimonialFields({ rows, onChange, errorOf }: TestimonialFieldsProps) {
  const add = () => onChange([...rows, keyed({ name: '', role: '', content: '', rating: 5, face: null })])
  return (
    <div className="grid gap-4">
      {rows.length === 0 && <p className="text-ink-soft">Ninguno: la página de inicio no muestra esa parte.</p>}
      <ol className="grid gap-4">
        {rows.map((row, index) => (
          <li key={row.key}>
            <TestimonialRow
              row={row}
              number={index + 1}
              count={rows.length}
              errorOf={(name) => errorOf(`testimonials.${index}.${name}`)}
              onChange={(change) => onChange(rows.map((each) => (each === row ? { ...row, ...change } : each)))}
              onMove={(by) => onChange(moved(rows, { index, by }))}
              onRemove={() => onChange(rows.filter((each) => each !== row))}
            />
          </li>
        ))}
      </ol>
      {rows.length < maxTestimonials && (
        <Button variant="secondary" className="justify-self-start" onClick={add}>
          Agregar un testimonio
        </Button>
      )}
    </div>
  )
}

type RowProps = {
  row: Row
  number: number
  count: number
  errorOf: (name: string) => string | undefined
  onChange: (change: Partial<Testimonial>) => void
  onMove: (by: -1 | 1) => void
  onRemove: () => void
}

function TestimonialRow({ row, number, count, errorOf, onChange, onMove, onRemove }: RowProps) {
  const text = (name: 'name' | 'role' | 'content') => ({
    value: row[name],
    error: errorOf(name),
    required: true,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => onChange({ [name]: currentTarget.value }),
  })
  return (
    <fieldset className="grid gap-4 rounded-card border border-line p-4">
      <legend className="px-1 font-medium">{`Testimonio ${number}`}</legend>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...text('name')} label="Nombre" maxLength={80} />
        <TextField
          {...text('role')}
          label="Quién es"
          hint="Por ejemplo: Paciente de fisioterapia, Pocitos."
          maxLength={120}
        />
      </div>
      <TextArea {...text('content')} label="Qué cuenta" rows={3} maxLength={400} />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="Calificación"
          options={ratings}
          value={String(row.rating)}
          onChange={({ currentTarget }) => onChange({ rating: Number(currentTarget.value) })}
        />
        <SelectField
          label="Retrato"
          options={faces}
          value={row.face ?? ''}
          onChange={({ currentTarget }) =>
            onChange({ face: faces.find(({ value }) => value !== '' && value === currentTarget.value)?.value || null })
          }
        />
      </div>
      <p className="flex flex-wrap gap-2">
        <Button variant="secondary" size="small" disabled={number === 1} onClick={() => onMove(-1)}>
          Subir<span className="sr-only">{` el testimonio ${number}`}</span>
        </Button>
        <Button variant="secondary" size="small" disabled={number === count} onClick={() => onMove(1)}>
          Bajar<span className="sr-only">{` el testimonio ${number}`}</span>
        </Button>
        <Button variant="secondary" size="small" onClick={onRemove}>
          Quitar<span className="sr-only">{` el testimonio ${number}`}</span>
        </Button>
      </p>
    </fieldset>
  )
}
