import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { z } from 'zod'
import type { CheckType } from '#contract/check-types.ts'
import { documentRefusals } from '#contract/files.ts'
import { day } from '#contract/values.ts'
import { type Api, useApi } from '#web/platform/api.ts'
import { formFault } from '#web/platform/form-fault.ts'
import { formResolver } from '#web/platform/form-resolver.ts'
import { localToday } from '#web/platform/local-days.ts'
import { documentLimits } from '#web/platform/pdf-file.ts'
import { applyServerErrors } from '#web/platform/server-errors.ts'
import { upload } from '#web/platform/upload.ts'
import { DateField } from '#web/ui/date-field.tsx'
import { DocumentField } from '#web/ui/document-field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { RegistrationNumbers } from './registration-numbers.tsx'

const expired = 'Ese documento ya venció'

const documentForm = z.object({
  file: z.array(z.instanceof(File)).min(1, 'Elige un PDF, o toma fotos del documento'),
  expiryDate: z.union([z.literal(''), day]).refine((date) => date === '' || date >= localToday(), expired),
})
type DocumentValues = z.output<typeof documentForm>

export type UploadDialogProps = {
  centerId: string
  type: CheckType
  name: string
  isSolo: boolean
  /** An approved document stays valid until the new one is approved. */
  replaces: boolean
  open: boolean
  onClose: () => void
}

const refusals = Object.fromEntries(documentRefusals.map((code) => [code, 'file' as const]))

export function UploadDialog({ centerId, type, name, isSolo, replaces, open, onClose }: UploadDialogProps) {
  const upload = useUploadDocument()
  const form = useForm<z.input<typeof documentForm>, unknown, DocumentValues>({
    resolver: formResolver(documentForm),
    defaultValues: { file: [], expiryDate: '' },
  })
  const { errors, isSubmitting } = form.formState
  const file = useWatch({ control: form.control, name: 'file' })
  const [percent, setPercent] = useState<number>()
  const sending = useRef<AbortController>(undefined)
  useEffect(() => () => sending.current?.abort(), [])

  async function send(values: DocumentValues) {
    sending.current = new AbortController()
    const { signal } = sending.current
    setPercent(0)
    try {
      const input = { centerId, type, ...values }
      await upload.mutateAsync({ input, onProgress: setPercent, signal })
    } catch (error) {
      if (!signal.aborted) {
        applyServerErrors(form, error, { fields: ['file', 'expiryDate'], codes: refusals })
      }
      return
    } finally {
      setPercent(undefined)
    }
    toast({ kind: 'success', title: 'Documento enviado', description: 'Lo revisamos. En Documentos ves el resultado.' })
    onClose()
  }

  function close() {
    sending.current?.abort()
    onClose()
  }

  return (
    <FormDialog
      open={open}
      onClose={close}
      title={`Subir: ${name}`}
      description={replaces ? 'Reemplaza al anterior cuando lo aprobemos.' : 'Empieza a valer cuando lo aprobemos.'}
      size="small"
      pending={isSubmitting}
      closeAborts
      touched={file.length > 0}
      error={formFault(errors)}
      submitLabel="Enviar documento"
      pendingLabel="Enviando…"
      onSubmit={(event) => form.handleSubmit(send)(event)}
    >
      <DocumentField
        limits={documentLimits}
        label="Documento"
        value={file}
        onChange={(chosen) => {
          form.setValue('file', [...chosen])
          form.clearErrors()
        }}
        error={errors.file?.message}
        percent={percent}
        disabled={isSubmitting}
      />
      <DateField
        {...form.register('expiryDate')}
        label="Vence el"
        optional
        min={localToday()}
        outside={expired}
        disabled={isSubmitting}
        hint="Déjalo vacío si no vence."
        error={errors.expiryDate?.message}
      />
      {type === 'license' && <RegistrationNumbers centerId={centerId} isSolo={isSolo} />}
    </FormDialog>
  )
}

type Upload = {
  input: Parameters<Api['compliance']['upload']>[0]
  onProgress: (percent: number) => void
  signal: AbortSignal
}

function useUploadDocument() {
  const { queries } = useApi()
  return useMutation({
    mutationKey: queries.compliance.upload.mutationKey(),
    mutationFn: (document: Upload) => upload({ noun: 'compliance', verb: 'upload', ...document }),
  })
}
