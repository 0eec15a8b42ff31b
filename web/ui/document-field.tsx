import { type ReactNode, useRef, useState } from 'react'
import FileCheck from '~icons/lucide/file-check'
import FileText from '~icons/lucide/file-text'

import { Button } from './button.tsx'
import { DocumentPages } from './document-pages.tsx'
import { DropZone } from './drop-zone.tsx'
import { FieldGroup } from './field-group.tsx'
import { FileInput } from './file-input.tsx'
import { fileSize } from './file-size.ts'
import { TakePictureButton } from './picture-choosers.tsx'
import { ProgressBar } from './progress-bar.tsx'
import { arePictures, type DocumentLimits, useDocumentFiles } from './use-document-files.ts'

export type DocumentFieldProps = {
  label: string
  hint?: ReactNode
  error?: string
  optional?: boolean
  /** One PDF, or the pictures of its pages in their order; empty without a document. */
  value: readonly File[]
  onChange: (files: readonly File[]) => void
  limits: DocumentLimits
  /** The upload progress from 0 to 100. */
  percent?: number
  disabled?: boolean
}

/** Bidirectional marks, with which a file name can disguise its extension. */
const directionMarks = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** On a phone, a file input of several types and without `capture` offers the camera, the gallery and the files. */
const accepted = 'application/pdf,.pdf,image/*'

/** A document: a PDF, or pictures of its pages, chosen, taken or dropped, and checked by their content. */
export function DocumentField({
  label,
  hint,
  error,
  optional = false,
  value,
  onChange,
  limits,
  percent,
  disabled = false,
}: DocumentFieldProps) {
  const { choose, preparing, error: unusable, clearError } = useDocumentFiles({ value, onChange, limits })
  const [said, setSaid] = useState('')
  const chooser = useRef<HTMLButtonElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const isPhotographed = arePictures(value)
  const [pdf] = isPhotographed ? [] : value
  const isBusy = disabled || preparing

  function remove() {
    onChange([])
    clearError()
    chooser.current?.focus({ preventScroll: true })
  }

  return (
    <FieldGroup legend={optional ? `${label} (opcional)` : label} hint={hint} error={unusable ?? error}>
      <DropZone
        onFiles={(files) => void choose(files)}
        disabled={isBusy}
        filled={value.length > 0}
        leading={
          <span className="flex size-14 items-center justify-center rounded-control bg-sand text-ink-soft">
            {value.length > 0 ? (
              <FileCheck aria-hidden="true" className="size-6 text-action" />
            ) : (
              <FileText aria-hidden="true" className="size-6" />
            )}
          </span>
        }
      >
        {pdf && (
          <p className="min-w-0">
            <bdi className="block truncate font-medium">{pdf.name.replace(directionMarks, '')}</bdi>
            <span className="text-sm text-ink-soft">{`PDF, ${fileSize(pdf.size)}`}</span>
          </p>
        )}
        {isPhotographed && (
          <p className="min-w-0">
            <span className="block font-medium">{value.length === 1 ? '1 foto' : `${value.length} fotos`}</span>
            <span className="text-sm text-ink-soft">Con ellas hacemos un PDF, en este orden.</span>
          </p>
        )}
        {value.length === 0 && (
          <p className="text-sm text-ink-soft">
            {`PDF o fotos, hasta ${fileSize(limits.maxBytes)}.`}
            <span className="pointer-coarse:hidden"> También puedes soltar los archivos aquí.</span>
          </p>
        )}
        {percent === undefined ? (
          <div className="flex flex-wrap gap-2">
            <Button
              ref={chooser}
              size="small"
              variant="secondary"
              pending={preparing}
              pendingLabel="Abriendo…"
              disabled={disabled}
              onClick={() => input.current?.click()}
            >
              {choosing({ isPhotographed, hasPdf: pdf !== undefined })}
            </Button>
            <TakePictureButton camera="environment" opening={isBusy} onFile={(file) => void choose([file])}>
              {isPhotographed ? 'Tomar otra foto' : 'Tomar foto'}
            </TakePictureButton>
            {pdf && (
              <Button size="small" variant="quiet" disabled={isBusy} onClick={remove}>
                Quitar PDF
              </Button>
            )}
          </div>
        ) : (
          // Once everything is sent, the server makes and stores the PDF.
          <ProgressBar
            label={percent < 100 ? 'Enviando el documento' : 'Guardando el documento'}
            {...(percent < 100 && { percent })}
          />
        )}
      </DropZone>
      {isPhotographed && (
        <DocumentPages
          pictures={value}
          disabled={isBusy}
          onChange={(pictures, change) => {
            clearError()
            onChange(pictures)
            setSaid(change)
          }}
          onRemoved={() => chooser.current?.focus({ preventScroll: true })}
        />
      )}
      <p role="status" className="sr-only">
        {said}
      </p>
      <FileInput ref={input} accept={accepted} multiple onFiles={(files) => void choose(files)} />
    </FieldGroup>
  )
}

function choosing({ isPhotographed, hasPdf }: { isPhotographed: boolean; hasPdf: boolean }): string {
  if (isPhotographed) return 'Agregar fotos'
  return hasPdf ? 'Cambiar PDF' : 'Elegir PDF o fotos'
}
