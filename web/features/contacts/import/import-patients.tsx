import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Dialog, opensDialog } from '#web/ui/dialog.tsx'
import { useUnsavedForm } from '#web/ui/unsaved-form.ts'
import Upload from '~icons/lucide/upload'
import { ChooseStep } from './choose-step.tsx'
import { ColumnsFoot, ColumnsStep } from './columns-step.tsx'
import { PreviewFoot, PreviewStep } from './preview-step.tsx'
import { ProgressFoot, ProgressStep } from './progress-step.tsx'
import { type Import, useImport } from './use-import.ts'

const titles = {
  choose: 'Importar pacientes',
  columns: 'Qué es cada columna',
  checking: 'Revisando el archivo',
  preview: 'Antes de importar',
  importing: 'Importando',
  paused: 'Importación detenida',
  done: 'Importación terminada',
} as const

/** The button and the dialog with which the desk brings in a file of patients. The dialog may be closed while it goes on. */
export function ImportPatients({ centerId }: { centerId: string }) {
  const [isOpen, setOpen] = useState(false)
  const current = useImport({ centerId })
  const { step } = current.state
  const isBusy = step === 'checking' || step === 'importing'
  useUnsavedForm(isBusy || step === 'paused')
  return (
    <>
      <Button variant="secondary" icon={<Upload aria-hidden="true" />} {...opensDialog} onClick={() => setOpen(true)}>
        {step === 'importing' ? `Importando… ${percentOf(current.state.progress)} %` : 'Importar pacientes'}
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={(open) => {
          setOpen(open)
          if (!open && step === 'done') current.reset()
        }}
        title={titles[step]}
        size="large"
        keepOpenOnOutsidePress
        focusesItself
        footer={<Foot current={current} onClose={() => setOpen(false)} />}
      >
        <Step centerId={centerId} current={current} />
      </Dialog>
    </>
  )
}

function Step({ centerId, current }: { centerId: string; current: Import }) {
  const { state } = current
  switch (state.step) {
    case 'choose':
      return <ChooseStep centerId={centerId} state={state} onFile={current.choose} />
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
      return <ProgressFoot state={state} current={current} onClose={onClose} />
  }
}

const percentOf = ({ done, total }: { done: number; total: number }) => Math.floor((100 * done) / Math.max(1, total))
