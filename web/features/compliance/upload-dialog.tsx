import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'

import type { CheckType } from '#contract/compliance.ts'
import { documentMaxBytes, tooLargeDocument } from '#contract/files.ts'
import { day } from '#contract/values.ts'
import { useApi } from '#web/platform/api.ts'
import { refusalTexts } from '#web/platform/form-refusal.ts'
import { localToday } from '#web/platform/local-days.ts'
import { upload } from '#web/platform/upload.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { DocumentField } from '#web/ui/document-field.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'

import { checkNames } from './check-words.ts'

const known = { fields: ['file', 'expiryDate'], codes: { 'files.not_a_pdf': 'file' } } as const
type Errors = { file?: string; expiryDate?: string; root?: string }

/** A newer document of one kind: the PDF, and until when it holds. */
export function UploadDialog({
  centerId,
  type,
  open,
  onClose,
}: {
  centerId: string
  type: CheckType
  open: boolean
  onClose: () => void
}) {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  const [file, setFile] = useState<File>()
  const [expiryDate, setExpiryDate] = useState('')
  const [errors, setErrors] = useState<Errors>({})
  const [percent, setPercent] = useState<number>()
  const sending = useRef<AbortController>(undefined)
  const today = localToday()
  const isSending = percent !== undefined
  useEffect(() => () => sending.current?.abort(), [])

  async function send() {
    const found = wrongIn({ file, expiryDate, today })
    setErrors(found)
    if (!file || Object.keys(found).length > 0 || isSending) return
    const controller = new AbortController()
    sending.current = controller
    setPercent(0)
    try {
      const input = { centerId, type, expiryDate, file }
      await upload({ noun: 'compliance', verb: 'upload', input, onProgress: setPercent, signal: controller.signal })
    } catch (error) {
      if (!controller.signal.aborted) setErrors(refusalTexts(error, known))
      return
    } finally {
      setPercent(undefined)
    }
    void queryClient.invalidateQueries({ queryKey: queries.practice.key() })
    await queryClient.invalidateQueries({ queryKey: queries.compliance.key() })
    toast({ kind: 'success', title: 'Documento enviado', description: 'Lo revisamos y te avisamos por correo.' })
    onClose()
  }

  function close() {
    sending.current?.abort()
    onClose()
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && close()}
      title={`Subir: ${checkNames[type].name}`}
      description="Reemplaza al anterior cuando lo aprobemos."
      size="small"
      keepOpenOnOutsidePress
      footer={
        <>
          <Button variant="secondary" onClick={close}>
            Cancelar
          </Button>
          <Button pending={isSending} pendingLabel="Enviando…" onClick={() => void send()}>
            Enviar documento
          </Button>
        </>
      }
    >
      <div className="grid gap-5 pb-1">
        <FormError error={errors.root} />
        <DocumentField
          label="Documento"
          value={file}
          onChange={(chosen) => {
            setFile(chosen)
            setErrors({})
          }}
          error={errors.file}
          maxBytes={documentMaxBytes}
          tooLarge={tooLargeDocument}
          percent={percent}
          disabled={isSending}
        />
        <TextField
          type="date"
          label="Vence el"
          optional
          value={expiryDate}
          min={today}
          disabled={isSending}
          onChange={(event) => setExpiryDate(event.currentTarget.value)}
          hint="Déjalo vacío si no vence."
          error={errors.expiryDate}
        />
      </div>
    </Dialog>
  )
}

function wrongIn(o: { file: File | undefined; expiryDate: string; today: string }): Errors {
  const isDate = o.expiryDate === '' || day.safeParse(o.expiryDate).success
  return {
    ...(!o.file && { file: 'Elige el PDF' }),
    ...(!isDate && { expiryDate: 'No es una fecha válida' }),
    ...(isDate && o.expiryDate !== '' && o.expiryDate < o.today && { expiryDate: 'Ese documento ya venció' }),
  }
}
