import { formatCount } from '#web/platform/formats.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import type { Import, ImportState } from './use-import.ts'

type State = Extract<ImportState, { step: 'checking' | 'importing' | 'paused' | 'done' }>

export function ProgressStep({ state }: { state: State }) {
  if (state.step === 'done') {
    const { added } = state.running
    return (
      <Banner tone="green" role="status">
        {added === 1 ? 'Agregamos 1 paciente.' : `Agregamos ${formatCount(added)} pacientes.`} Si algo salió mal, puedes
        deshacer toda la importación desde «Importar pacientes».
      </Banner>
    )
  }
  const { done, total } = state.progress
  const unit = state.step === 'checking' ? 'líneas' : 'pacientes'
  return (
    <div className="grid gap-4">
      <ProgressBar
        label={`${formatCount(done)} de ${formatCount(total)} ${unit}`}
        percent={Math.floor((100 * done) / Math.max(1, total))}
      />
      {state.step === 'importing' && (
        <p className="text-ink-soft">
          Puedes cerrar esta ventana y seguir en la lista de pacientes. Si sales de la sección se detiene, y con el
          mismo archivo entra después quien falte.
        </p>
      )}
      {state.step === 'paused' && (
        <Banner tone={state.fault ? 'red' : 'blue'} role="status">
          {state.fault ?? 'Quienes ya entraron quedan guardados.'}
        </Banner>
      )}
    </div>
  )
}

export function ProgressFoot({ state, current, onClose }: { state: State; current: Import; onClose: () => void }) {
  switch (state.step) {
    case 'checking':
      return (
        <Button variant="quiet" onClick={() => current.backToColumns(state.file)}>
          Detener
        </Button>
      )
    case 'importing':
      return (
        <>
          <Button variant="quiet" onClick={onClose}>
            Cerrar
          </Button>
          <Button variant="secondary" onClick={current.pause}>
            Detener
          </Button>
        </>
      )
    case 'paused':
      return (
        <>
          <Button variant="quiet" onClick={current.reset}>
            Dejarla así
          </Button>
          <Button onClick={() => void current.goOn(state.running)}>Continuar</Button>
        </>
      )
    case 'done':
      return <Button onClick={current.reset}>Importar otro archivo</Button>
  }
}
