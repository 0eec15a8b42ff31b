import { type AppointmentColumn, appointmentColumnLabels, appointmentColumns } from '#contract/appointment-columns.ts'
import { formatCount } from '#web/platform/formats.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ColumnChoices } from '../columns-step.tsx'
import { Lines } from '../preview-parts.tsx'
import { Done, Progress, ProgressFoot } from '../progress-step.tsx'
import { NamesFoot, NamesStep } from './names-step.tsx'
import { outcomeText } from './outcome-text.ts'
import { PreviewFoot, PreviewStep } from './preview-step.tsx'
import type { AppointmentImport, AppointmentImportState } from './use-appointment-import.ts'

const columnOptions = [
  { value: '', label: 'No importar' },
  ...appointmentColumns.map((column) => ({ value: column, label: appointmentColumnLabels[column] })),
]

export function AppointmentStep({ current }: { current: AppointmentImport }) {
  const { state } = current
  switch (state.step) {
    case 'choose':
      return null
    case 'columns':
      return (
        <ColumnChoices
          {...state}
          options={columnOptions}
          onColumn={(index, value) => current.setColumn(index, (value || null) as AppointmentColumn | null)}
        />
      )
    case 'names':
      return <NamesStep state={state} current={current} />
    case 'preview':
      return <PreviewStep state={state} current={current} />
    case 'checking':
    case 'importing':
    case 'paused':
      return (
        <Progress
          {...state}
          unit={state.step === 'checking' ? 'líneas' : 'citas'}
          kept="Las citas que ya entraron quedan en la agenda."
        >
          Puedes cerrar esta ventana y seguir en la lista de pacientes. Si sales de la sección se detiene, y con el
          mismo archivo entra después lo que falte.
        </Progress>
      )
    case 'done':
      return <Finished running={state.running} />
  }
}

type FinishedProps = Pick<Extract<AppointmentImportState, { step: 'done' }>, 'running'>

function Finished({ running: { added, outcomes } }: FinishedProps) {
  return (
    <div className="grid gap-4">
      <Done>{added === 1 ? 'Agendamos 1 cita.' : `Agendamos ${formatCount(added)} citas.`}</Done>
      {outcomes.length > 0 && (
        <Banner tone="amber">
          {outcomes.length === 1
            ? '1 línea no entró, porque algo cambió desde que la revisamos.'
            : `${formatCount(outcomes.length)} líneas no entraron, porque algo cambió desde que las revisamos.`}
        </Banner>
      )}
      <Lines
        title="No entraron"
        note="Corrígelas en el archivo o en la agenda e impórtalo de nuevo: ninguna entra dos veces."
        items={outcomes.map((each) => ({ line: each.line, text: <span translate="no">{outcomeText(each)}</span> }))}
      />
    </div>
  )
}

export function AppointmentFoot({ current, onClose }: { current: AppointmentImport; onClose: () => void }) {
  const { state } = current
  switch (state.step) {
    case 'choose':
      return null
    case 'columns':
      return (
        <>
          <Button variant="quiet" onClick={current.reset}>
            Elegir otro archivo
          </Button>
          <Button onClick={() => void current.name(state.file)}>Seguir</Button>
        </>
      )
    case 'names':
      return <NamesFoot state={state} current={current} />
    case 'preview':
      return <PreviewFoot state={state} current={current} />
    case 'checking':
    case 'importing':
    case 'paused':
    case 'done':
      return (
        <ProgressFoot
          {...{ state, onClose, onPause: current.pause, onReset: current.reset }}
          onBack={() => state.step === 'checking' && current.backToNames(state)}
          onContinue={() => state.step === 'paused' && void current.goOn(state.running)}
        />
      )
  }
}
