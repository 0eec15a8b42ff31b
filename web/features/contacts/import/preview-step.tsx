import type { MatchedBy } from '#contract/known-people.ts'
import { rowFaults } from '#contract/patient-files.ts'
import { formatCount } from '#web/platform/formats.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import type { LineOutcome } from './check-patients.ts'
import { Figure, Lines, Name } from './preview-parts.tsx'
import type { Import, ImportState } from './use-import.ts'

type State = Extract<ImportState, { step: 'preview' }>

const facts: Record<MatchedBy, string> = {
  cedula: 'por la cédula',
  phone: 'por el teléfono y el nombre',
  email: 'por el correo y el nombre',
  name: 'por el nombre',
}

/** What will happen to the lines of the file: nothing is stored yet. */
export function PreviewStep({ state }: { state: State }) {
  const { checked, fault } = state
  const outcomesOf = <Kind extends LineOutcome['outcome']>(kind: Kind) =>
    checked.outcomes.filter((each): each is Extract<LineOutcome, { outcome: Kind }> => each.outcome === kind)
  const [known, repeated] = [outcomesOf('known'), outcomesOf('repeated')]
  const [refused, relatives] = [outcomesOf('refused'), outcomesOf('new')]
  return (
    <div className="grid gap-5">
      <dl className="flex flex-wrap gap-x-10 gap-y-3">
        <Figure label="Nuevos" count={checked.fresh.length} />
        <Figure label="Ya están" count={known.length} />
        <Figure label="Repetidos en el archivo" count={repeated.length} />
        <Figure label="No se pueden importar" count={refused.length} />
      </dl>
      <div role="status">
        {fault && <Banner tone="red">{fault}</Banner>}
        {checked.fresh.length === 0 && <Banner>No hay pacientes nuevos en este archivo.</Banner>}
      </div>
      <Lines
        title="No se pueden importar"
        note="Corrígelos en el archivo e impórtalo de nuevo: los demás no entran dos veces."
        items={refused.map(({ line, fault: reason, name }) => ({
          line,
          text: (
            <>
              {rowFaults[reason]}
              {name !== undefined && <Name before=": " name={name} />}
            </>
          ),
        }))}
      />
      <Lines
        title="Mismo teléfono o correo, otro nombre"
        note="Pueden ser de una familia: entran como personas distintas."
        items={relatives.map(({ line, relative }) => ({ line, text: <Name before="lo tiene " name={relative} /> }))}
      />
      <Lines
        title="Ya están en tu centro"
        note="No se agregan ni se cambian."
        items={known.map(({ line, by, name }) => ({
          line,
          text: <Name before="" name={name} after={`, ${facts[by]}`} />,
        }))}
      />
      <Lines
        title="Repetidos en el archivo"
        note="Entra la primera de sus líneas."
        items={repeated.map(({ line, of }) => ({ line, text: `es la misma persona que la línea ${of}` }))}
      />
    </div>
  )
}

export function PreviewFoot({ state, current }: { state: State; current: Import }) {
  const count = state.checked.fresh.length
  return (
    <>
      <Button variant="quiet" onClick={() => current.backToColumns(state.file)}>
        Volver a las columnas
      </Button>
      {count > 0 && (
        <Button onClick={() => void current.start(state)}>
          {count === 1 ? 'Importar 1 paciente' : `Importar ${formatCount(count)} pacientes`}
        </Button>
      )}
    </>
  )
}
