import { useRef } from 'react'
import { importLimits } from '#contract/patient-files.ts'
import { formatCount } from '#web/platform/formats.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { DropZone } from '#web/ui/drop-zone.tsx'
import { FileInput } from '#web/ui/file-input.tsx'
import Sheet from '~icons/lucide/file-spreadsheet'
import { EarlierImports } from './earlier-imports.tsx'
import type { ImportState } from './use-import.ts'

type ChooseStepProps = {
  centerId: string
  state: Extract<ImportState, { step: 'choose' }>
  onFile: (file: File | undefined) => Promise<void>
}

export function ChooseStep({ centerId, state, onFile }: ChooseStepProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className="grid gap-6">
      <div className="grid gap-3">
        <p>
          Elige el archivo CSV que exporta tu planilla o tu programa de antes. La primera línea tiene los nombres de las
          columnas. Antes de guardar te mostramos quiénes son nuevos y quiénes ya están.
        </p>
        <DropZone onFiles={([file]) => void onFile(file)} leading={<Sheet aria-hidden="true" className="size-8" />}>
          <FileInput
            ref={input}
            accept=".csv,.txt,.tsv,text/csv,text/plain"
            aria-label="Archivo con los pacientes"
            onFiles={([file]) => void onFile(file)}
          />
          <div>
            <Button variant="secondary" onClick={() => input.current?.click()}>
              Elegir archivo
            </Button>
          </div>
          <p className="text-sm text-ink-soft">{`También puedes soltarlo aquí. Hasta ${formatCount(importLimits.lines)} líneas.`}</p>
        </DropZone>
        <div role="status">{state.fault && <Banner tone="red">{state.fault}</Banner>}</div>
      </div>
      <EarlierImports centerId={centerId} />
    </div>
  )
}
