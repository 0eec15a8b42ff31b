import { formatCount, formatDate } from '#web/platform/formats.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { CheckboxField } from '#web/ui/checkbox-field.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { Figure, Lines, Name } from '../preview-parts.tsx'
import { outcomesOf, type Question } from './check-appointments.ts'
import { outcomeText } from './outcome-text.ts'
import {
  type AppointmentImport,
  type AppointmentImportState,
  type Choices,
  rowsToBook,
} from './use-appointment-import.ts'

type State = Extract<AppointmentImportState, { step: 'preview' }>

/** What will happen to the lines of the file: nothing is stored yet. */
export function PreviewStep({ state, current }: { state: State; current: AppointmentImport }) {
  const { checked, choices, fault } = state
  const { outcomes } = checked
  const count = rowsToBook(state).length
  const conflicts = outcomesOf(outcomes, 'conflict')
  const clashes = outcomesOf(outcomes, 'clash')
  const insistable = conflicts.filter(({ conflict }) => conflict.canInsist)
  const refused = [
    ...outcomesOf(outcomes, 'refused'),
    ...conflicts.filter(({ conflict }) => !conflict.canInsist),
    ...clashes.filter(({ isSame }) => !isSame),
  ].toSorted((a, b) => a.line - b.line)
  const there = [...outcomesOf(outcomes, 'there'), ...clashes.filter(({ isSame }) => isSame)]
  return (
    <div className="grid gap-5">
      <dl className="flex flex-wrap gap-x-10 gap-y-3">
        <Figure label="Para agendar" count={count} />
        <Figure label="Ya están" count={there.length} />
        <Figure label="No se pueden agendar" count={refused.length} />
        <Figure label="Fuera del horario" count={insistable.length} />
      </dl>
      <div role="status">
        {fault && <Banner tone="red">{fault}</Banner>}
        {count === 0 && <Banner>No hay citas para agendar en este archivo.</Banner>}
      </div>
      <Questions questions={checked.questions} choices={choices} onChoices={current.setChoices} />
      <Lines
        title="No se pueden agendar"
        note="Las demás entran igual. Corrige estas en el archivo o en la agenda e impórtalo de nuevo: ninguna entra dos veces."
        items={refused.map((each) => ({ line: each.line, text: <span translate="no">{outcomeText(each)}</span> }))}
      />
      <Lines
        title="Fuera del horario, en ausencias o feriados"
        note="Si ya las acordaste con los pacientes, puedes agendarlas igual."
        items={insistable.map((each) => ({ line: each.line, text: outcomeText(each) }))}
        extra={
          <CheckboxField
            label="Agendarlas igual"
            checked={choices.insists}
            onChange={(event) => current.setChoices({ insists: event.target.checked })}
          />
        }
      />
      <Lines
        title="Ya están en la agenda"
        note="La misma persona, con el mismo profesional y a la misma hora. No se agregan ni se cambian."
        items={there.map((each) => ({ line: each.line, text: <span translate="no">{outcomeText(each)}</span> }))}
      />
      <Lines
        title="De pacientes que ya tienes"
        note="Sus datos no cambian. Quien no está entra como paciente nuevo, sin cuenta."
        items={outcomesOf(outcomes, 'known').map(({ line, name }) => ({ line, text: <Name before="" name={name} /> }))}
      />
      <CheckboxField
        label="Avisar a los pacientes"
        hint="Sin marcar, no les llega nada por esta importación. Si lo marcas, quien tiene correo recibe uno por cada cita."
        checked={choices.tells}
        onChange={(event) => current.setChoices({ tells: event.target.checked })}
      />
    </div>
  )
}

/** A person asks about so many at most; a file with more of them has its columns wrong. */
const shownQuestions = 100

type QuestionsProps = {
  questions: readonly Question[]
  choices: Choices
  onChoices: (choices: Partial<Choices>) => void
}

const reasonTexts: Record<Question['reason'], string> = {
  same_name: 'Hay más de una persona con este nombre.',
  other_name: 'Alguien con otro nombre tiene el mismo teléfono o correo.',
  cedula: 'La cédula es de una persona con otro nombre.',
}

function Questions({ questions, choices, onChoices }: QuestionsProps) {
  if (questions.length === 0) return null
  const more = questions.length - shownQuestions
  return (
    <section aria-labelledby="import-questions" className="grid gap-3">
      <h3 id="import-questions">¿Quién es?</h3>
      <ul className="grid gap-4">
        {questions.slice(0, shownQuestions).map(({ key, name, reason, candidates, rows }) => (
          <li key={key} className="grid gap-1">
            <p translate="no" className="font-semibold wrap-anywhere">
              {name}
            </p>
            <SelectField
              label={`${linesText(rows.map(({ line }) => line))}: quién es`}
              hint={reasonTexts[reason]}
              value={choices.people[key] ?? ''}
              options={[
                { value: '', label: 'Dejarla fuera' },
                ...candidates.map((each) => ({
                  value: `${each.kind}:${each.id}`,
                  label: [each.name, each.phone, each.birthDate && formatDate(each.birthDate)]
                    .filter(Boolean)
                    .join(' · '),
                  isName: true,
                })),
                {
                  value: 'new',
                  label:
                    reason === 'cedula'
                      ? 'Otra persona: entra sin la cédula'
                      : 'Otra persona: entra como paciente nuevo',
                },
              ]}
              onChange={(event) => onChoices({ people: { ...choices.people, [key]: event.target.value } })}
            />
          </li>
        ))}
      </ul>
      {more > 0 && (
        <p className="text-ink-soft">
          {`Quedan ${formatCount(more)} más. Importa estas y repite el archivo para elegir las que faltan.`}
        </p>
      )}
    </section>
  )
}

const shownNumbers = 5

function linesText(lines: readonly number[]): string {
  const shown = lines.slice(0, shownNumbers).join(', ')
  const more = lines.length - shownNumbers
  return `${lines.length === 1 ? 'Línea' : 'Líneas'} ${shown}${more > 0 ? ` y ${formatCount(more)} más` : ''}`
}

export function PreviewFoot({ state, current }: { state: State; current: AppointmentImport }) {
  const count = rowsToBook(state).length
  return (
    <>
      <Button variant="quiet" onClick={() => current.backToNames(state)}>
        Volver a los nombres
      </Button>
      {count > 0 && (
        <Button onClick={() => void current.start(state)}>
          {count === 1 ? 'Importar 1 cita' : `Importar ${formatCount(count)} citas`}
        </Button>
      )}
    </>
  )
}
