import { useState } from 'react'
import type { ImportKind } from '#contract/patient-import-routes.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, opensDialog } from '#web/ui/dialog.tsx'
import { useUnsavedForm } from '#web/ui/unsaved-form.ts'
import Upload from '~icons/lucide/upload'
import { AppointmentFoot, AppointmentStep } from './appointments/appointment-steps.tsx'
import { useAppointmentImport } from './appointments/use-appointment-import.ts'
import { ChooseStep } from './choose-step.tsx'
import { ColumnsFoot, ColumnsStep } from './columns-step.tsx'
import { PreviewFoot, PreviewStep } from './preview-step.tsx'
import { ProgressFoot, ProgressStep } from './progress-step.tsx'
import { type Import, useImport } from './use-import.ts'

const titles = {
  choose: 'Importar pacientes o citas',
  columns: 'Qué es cada columna',
  names: 'Quién es quién',
  checking: 'Revisando el archivo',
  preview: 'Antes de importar',
  importing: 'Importando',
  paused: 'Importación detenida',
  done: 'Importación terminada',
} as const

/**
 * The button and the dialog with which the desk brings in a file of patients or of future appointments. The dialog may be closed while it
 * goes on.
 */
export function ImportPatients({ centerId }: { centerId: string }) {
  const [isOpen, setOpen] = useState(false)
  const [kind, setKind] = useState<ImportKind>('patients')
  const patients = useImport({ centerId })
  const appointments = useAppointmentImport({ centerId })
  const current = kind === 'patients' ? patients : appointments
  const { state } = current
  const isBusy = state.step === 'checking' || state.step === 'importing'
  useUnsavedForm(isBusy || state.step === 'paused')
  const onClose = () => setOpen(false)
  return (
    <>
      <Button variant="secondary" icon={<Upload aria-hidden="true" />} {...opensDialog} onClick={() => setOpen(true)}>
        {state.step === 'importing' ? `Importando… ${percentOf(state.progress)} %` : 'Importar'}
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={(open) => {
          setOpen(open)
          if (!open && state.step === 'done') current.reset()
        }}
        title={titles[state.step]}
        size="large"
        keepOpenOnOutsidePress
        focusesItself
        footer={
          kind === 'patients' ? (
            <Foot current={patients} onClose={onClose} />
          ) : (
            <AppointmentFoot current={appointments} onClose={onClose} />
          )
        }
      >
        {state.step === 'choose' ? (
          <ChooseStep
            {...{ centerId, kind, fault: state.fault, onFile: current.choose }}
            onKind={(next) => {
              current.reset()
              setKind(next)
            }}
          />
        ) : kind === 'patients' ? (
          <Step current={patients} />
        ) : (
          <AppointmentStep current={appointments} />
        )}
      </Dialog>
    </>
  )
}

function Step({ current }: { current: Import }) {
  const { state } = current
  switch (state.step) {
    case 'choose':
      return null
    case 'columns':
      return <ColumnsStep state={state} onColumn={current.setColumn} />
    case 'preview':
      return <PreviewStep state={state} />
    case 'checking':
    case 'importing':
    case 'paused':
    case 'done':
      return <ProgressStep state={state} />
  }
}

function Foot({ current, onClose }: { current: Import; onClose: () => void }) {
  const { state } = current
  switch (state.step) {
    case 'choose':
      return null
    case 'columns':
      return <ColumnsFoot state={state} current={current} />
    case 'preview':
      return <PreviewFoot state={state} current={current} />
    case 'checking':
    case 'importing':
    case 'paused':
    case 'done':
      return <ProgressFoot {...{ state, onClose }} {...footOf(current, state)} />
  }
}

function footOf(current: Import, state: Import['state']) {
  const { pause, reset, goOn, backToColumns } = current
  return {
    ...{ onPause: pause, onReset: reset },
    onBack: () => state.step === 'checking' && backToColumns(state.file),
    onContinue: () => state.step === 'paused' && void goOn(state.running),
  }
}

const percentOf = ({ done, total }: { done: number; total: number }) => Math.floor((100 * done) / Math.max(1, total))
