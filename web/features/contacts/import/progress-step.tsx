import type { ReactNode } from 'react'
import { formatCount } from '#web/platform/formats.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import type { ImportState } from './use-import.ts'

type State = Extract<ImportState, { step: 'checking' | 'importing' | 'paused' | 'done' }>

export function ProgressStep({ state }: { state: State }) {
  if (state.step === 'done') {
    const { added } = state.running
    return <Done>{added === 1 ? 'Agregamos 1 paciente.' : `Agregamos ${formatCount(added)} pacientes.`}</Done>
  }
  return (
    <Progress
      {...state}
      unit={state.step === 'checking' ? 'líneas' : 'pacientes'}
      kept="Quienes ya entraron quedan guardados."
    >
      Puedes cerrar esta ventana y seguir en la lista de pacientes. Si sales de la sección se detiene, y con el mismo
      archivo entra después quien falte.
    </Progress>
  )
}

/** What came in, and how to take it back. */
export function Done({ children }: { children: ReactNode }) {
  return (
    <Banner tone="green" role="status">
      {children} Si algo salió mal, puedes deshacer toda la importación desde «Importar».
    </Banner>
  )
}

type ProgressProps = {
  step: 'checking' | 'importing' | 'paused'
  progress: { done: number; total: number }
  fault?: string
  /** «líneas» */
  unit: string
  /** What a paused import says of what is in. */
  kept: string
  /** What a person may do while it runs. */
  children: ReactNode
}

export function Progress({ step, progress: { done, total }, fault, unit, kept, children }: ProgressProps) {
  return (
    <div className="grid gap-4">
      <ProgressBar
        label={`${formatCount(done)} de ${formatCount(total)} ${unit}`}
        percent={Math.floor((100 * done) / Math.max(1, total))}
      />
      {step === 'importing' && <p className="text-ink-soft">{children}</p>}
      {step === 'paused' && (
        <Banner tone={fault ? 'red' : 'blue'} role="status">
          {fault ?? kept}
        </Banner>
      )}
    </div>
  )
}

type ProgressFootProps = {
  state: { step: 'checking' | 'importing' | 'paused' | 'done' }
  onClose: () => void
  onPause: () => void
  onReset: () => void
  /** Leaves the check. */
  onBack: () => void
  onContinue: () => void
}

export function ProgressFoot({ state, onClose, onPause, onReset, onBack, onContinue }: ProgressFootProps) {
  switch (state.step) {
    case 'checking':
      return (
        <Button variant="quiet" onClick={onBack}>
          Detener
        </Button>
      )
    case 'importing':
      return (
        <>
          <Button variant="quiet" onClick={onClose}>
            Cerrar
          </Button>
          <Button variant="secondary" onClick={onPause}>
            Detener
          </Button>
        </>
      )
    case 'paused':
      return (
        <>
          <Button variant="quiet" onClick={onReset}>
            Dejarla así
          </Button>
          <Button onClick={onContinue}>Continuar</Button>
        </>
      )
    case 'done':
      return <Button onClick={onReset}>Importar otro archivo</Button>
  }
}
