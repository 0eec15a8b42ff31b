import { useRef } from 'react'
import { appointmentImportLimits } from '#contract/appointment-files.ts'
import { importLimits } from '#contract/patient-files.ts'
import type { ImportKind } from '#contract/patient-import-routes.ts'
import { formatCount } from '#web/platform/formats.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { DropZone } from '#web/ui/drop-zone.tsx'
import { FileInput } from '#web/ui/file-input.tsx'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import Sheet from '~icons/lucide/file-spreadsheet'
import { EarlierImports } from './earlier-imports.tsx'

type ChooseStepProps = {
  centerId: string
  kind: ImportKind
  onKind: (kind: ImportKind) => void
  fault: string | undefined
  onFile: (file: File | undefined) => Promise<void>
}

const kinds = [
  { value: 'patients', label: 'Pacientes', description: 'Nombre, teléfono, cédula y lo que sabes de ellos' },
  { value: 'appointments', label: 'Citas futuras', description: 'Fecha, hora, paciente, profesional y servicio' },
] as const satisfies { value: ImportKind; label: string; description: string }[]

const texts: Record<ImportKind, { explanation: string; field: string; lines: number }> = {
  patients: {
    explanation: 'Antes de guardar te mostramos quiénes son nuevos y quiénes ya están.',
    field: 'Archivo con los pacientes',
    lines: importLimits.lines,
  },
  appointments: {
    explanation:
      'Antes de agendar te mostramos qué citas entran y cuáles chocan con algo. Quien no está entre tus pacientes se agrega.',
    field: 'Archivo con las citas',
    lines: appointmentImportLimits.lines,
  },
}

export function ChooseStep({ centerId, kind, onKind, fault, onFile }: ChooseStepProps) {
  const input = useRef<HTMLInputElement>(null)
  const { explanation, field, lines } = texts[kind]
  return (
    <div className="grid gap-6">
      <div className="grid gap-4">
        <RadioCards
          legend="Qué trae el archivo"
          name="import-kind"
          columns={2}
          options={kinds}
          value={kind}
          onChange={(event) => onKind(event.target.value === 'appointments' ? 'appointments' : 'patients')}
        />
        <p>
          {`Elige el archivo CSV que exporta tu planilla o tu programa de antes. La primera línea tiene los nombres de las columnas. ${explanation}`}
        </p>
        <DropZone onFiles={([file]) => void onFile(file)} leading={<Sheet aria-hidden="true" className="size-8" />}>
          <FileInput
            ref={input}
            accept=".csv,.txt,.tsv,text/csv,text/plain"
            aria-label={field}
            onFiles={([file]) => void onFile(file)}
          />
          <div>
            <Button variant="secondary" onClick={() => input.current?.click()}>
              Elegir archivo
            </Button>
          </div>
          <p className="text-sm text-ink-soft">{`También puedes soltarlo aquí. Hasta ${formatCount(lines)} líneas.`}</p>
        </DropZone>
        <div role="status">{fault && <Banner tone="red">{fault}</Banner>}</div>
      </div>
      <EarlierImports centerId={centerId} />
    </div>
  )
}
