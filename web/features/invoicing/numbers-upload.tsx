import { useMutation } from '@tanstack/react-query'
import { use, useRef, useState } from 'react'
import type { z } from 'zod'
import {
  documentStateNames,
  type LineFault,
  numbersFile,
  numbersInParts,
  numbersText,
  type recordedNumbers,
} from '#contract/fiscal-documents.ts'
import { useApi } from '#web/platform/api.ts'
import { decodeText } from '#web/platform/decode-text.ts'
import { formatCount } from '#web/platform/formats.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorTextContext } from '#web/ui/error-text.ts'
import { FileInput } from '#web/ui/file-input.tsx'
import Upload from '~icons/lucide/upload'

const faults: Record<LineFault, string> = {
  columns: 'no tiene las cuatro columnas, separadas con punto y coma',
  series: 'la serie no es de una o dos letras',
  number: 'el número no es válido',
  state: `el estado no es ${Object.values(documentStateNames).join(', ')}`,
  unknown: 'no hay un documento con ese número interno',
  repeated: 'el documento ya está en una línea anterior',
  taken: 'otro documento del mismo tipo ya tiene ese número',
}

/** In UTF-16 a character has two bytes. */
const maxBytes = 2 * numbersFile.characters
const shownLines = 20

/** The text of the file, or what its owner reads instead. */
async function readFile(file: File): Promise<{ content: string } | { fault: string }> {
  if (file.size > maxBytes) return { fault: numbersInParts }
  const text = decodeText(new Uint8Array(await file.arrayBuffer()))
  if (text === null) return { fault: 'No es un archivo de texto: en tu planilla, elige guardarla como CSV' }
  const [problem] = numbersText.safeParse(text).error?.issues ?? []
  return problem ? { fault: problem.message } : { content: text }
}

/** A file with the numbers that the provider gave, which the owner uploads. */
export function NumbersUpload({ centerId }: { centerId: string }) {
  const { queries } = useApi()
  const input = useRef<HTMLInputElement>(null)
  const errorText = use(ErrorTextContext)
  const record = useMutation(queries.invoicing.recordNumbers.mutationOptions())
  const [fault, setFault] = useState<string | undefined>()

  async function upload(file: File | undefined) {
    if (!file) return
    record.reset()
    const read = await readFile(file)
    setFault('fault' in read ? `${read.fault}.` : undefined)
    if ('content' in read) record.mutate({ centerId, content: read.content })
  }

  const failure = fault ?? (record.error && errorText(record.error))
  return (
    <div className="grid justify-items-start gap-3">
      <p className="text-ink-soft">
        También puedes subir los números en un archivo CSV, con una línea por documento: id;serie;numero;estado. El id
        es el número interno, que empieza con V, C o B, y el estado es Emitido, Aceptado o Rechazado.
      </p>
      <FileInput
        ref={input}
        accept=".csv,text/csv,text/plain"
        aria-label="Archivo con los números"
        onFiles={([file]) => void upload(file)}
      />
      <Button
        variant="secondary"
        icon={<Upload aria-hidden="true" />}
        pending={record.isPending}
        pendingLabel="Subiendo…"
        onClick={() => input.current?.click()}
      >
        Subir los números (CSV)
      </Button>
      <div role="status" className="grid gap-3">
        {failure && <Banner tone="red">{failure}</Banner>}
        {record.data && <Answer {...record.data} />}
      </div>
    </div>
  )
}

type AnswerProps = z.output<typeof recordedNumbers>

function Answer({ recorded, refused }: AnswerProps) {
  const more = refused.length - shownLines
  return (
    <>
      <p>{recorded === 1 ? 'Anotamos 1 número.' : `Anotamos ${formatCount(recorded)} números.`}</p>
      {refused.length > 0 && (
        <>
          <p>Estas líneas no se anotaron:</p>
          <ul className="list-disc pl-5">
            {refused.slice(0, shownLines).map(({ line, fault }) => (
              <li key={line}>{`Línea ${line}: ${faults[fault]}.`}</li>
            ))}
          </ul>
          {more > 0 && <p>{more === 1 ? 'Y 1 línea más.' : `Y ${formatCount(more)} líneas más.`}</p>}
        </>
      )}
    </>
  )
}
