import { type ReactNode, useRef, useState } from 'react'
import FileCheck from '~icons/lucide/file-check'
import FileText from '~icons/lucide/file-text'

import { Button } from './button.tsx'
import { DropZone } from './drop-zone.tsx'
import { FieldGroup } from './field-group.tsx'
import { FileInput } from './file-input.tsx'
import { fileSize } from './file-size.ts'
import { ProgressBar } from './progress-bar.tsx'

export type DocumentFieldProps = {
  label: string
  hint?: ReactNode
  error?: string
  optional?: boolean
  value: File | undefined
  onChange: (file: File | undefined) => void
  /** Whether a file is a PDF by its content; throws for one that can't be read. */
  isPdf: (file: File) => Promise<boolean>
  maxBytes: number
  tooLarge: string
  /** The upload progress from 0 to 100. */
  percent?: number
  disabled?: boolean
}

/** Bidirectional marks, with which a file name can disguise its extension. */
const directionMarks = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** A PDF: chosen or dropped, and checked by its content. */
export function DocumentField({
  label,
  hint,
  error,
  optional = false,
  value,
  onChange,
  isPdf,
  maxBytes,
  tooLarge,
  percent,
  disabled = false,
}: DocumentFieldProps) {
  const [unusable, setUnusable] = useState<string>()
  const chooser = useRef<HTMLButtonElement>(null)
  const input = useRef<HTMLInputElement>(null)

  async function choose(file: File) {
    const refusal = await refusalOf({ file, isPdf, maxBytes, tooLarge })
    setUnusable(refusal)
    if (refusal === undefined) onChange(file)
  }

  function remove() {
    onChange(undefined)
    setUnusable(undefined)
    chooser.current?.focus({ preventScroll: true })
  }

  return (
    <FieldGroup legend={optional ? `${label} (opcional)` : label} hint={hint} error={unusable ?? error}>
      <DropZone
        onFile={(file) => void choose(file)}
        disabled={disabled}
        filled={value !== undefined}
        leading={
          <span className="flex size-14 items-center justify-center rounded-control bg-sand text-ink-soft">
            {value ? (
              <FileCheck aria-hidden="true" className="size-6 text-action" />
            ) : (
              <FileText aria-hidden="true" className="size-6" />
            )}
          </span>
        }
      >
        {value ? (
          <p className="min-w-0">
            <bdi className="block truncate font-medium">{value.name.replace(directionMarks, '')}</bdi>
            <span className="text-sm text-ink-soft">{`PDF, ${fileSize(value.size)}`}</span>
          </p>
        ) : (
          <p className="text-sm text-ink-soft">
            {`PDF de hasta ${fileSize(maxBytes)}.`}
            <span className="pointer-coarse:hidden"> También puedes soltar el archivo aquí.</span>
          </p>
        )}
        {percent === undefined ? (
          <div className="flex flex-wrap gap-2">
            <Button
              ref={chooser}
              size="small"
              variant="secondary"
              disabled={disabled}
              onClick={() => input.current?.click()}
            >
              {value ? 'Cambiar PDF' : 'Elegir PDF'}
            </Button>
            {value && (
              <Button size="small" variant="quiet" disabled={disabled} onClick={remove}>
                Quitar PDF
              </Button>
            )}
          </div>
        ) : (
          <ProgressBar label="Enviando el documento" percent={percent} />
        )}
      </DropZone>
      <FileInput ref={input} accept="application/pdf,.pdf" onFile={(file) => void choose(file)} />
    </FieldGroup>
  )
}

async function refusalOf({
  file,
  isPdf,
  maxBytes,
  tooLarge,
}: Pick<DocumentFieldProps, 'isPdf' | 'maxBytes' | 'tooLarge'> & { file: File }): Promise<string | undefined> {
  if (file.size === 0) return 'Ese archivo está vacío. Elige otro.'
  if (file.size > maxBytes) return tooLarge
  try {
    if (await isPdf(file)) return undefined
  } catch {
    return 'No pudimos leer ese archivo. Elígelo otra vez.'
  }
  return 'Ese archivo no es un PDF, aunque su nombre lo diga. Guárdalo como PDF y elígelo otra vez.'
}
