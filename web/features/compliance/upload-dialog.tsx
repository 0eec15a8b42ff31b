import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { z } from 'zod'
import type { CheckType } from '#contract/check-types.ts'
import { documentMaxBytes, tooLargeDocument } from '#contract/files.ts'
import { day } from '#contract/values.ts'
import { useApi } from '#web/platform/api.ts'
import { formFault, formResolver } from '#web/platform/form-resolver.ts'
import { localToday } from '#web/platform/local-days.ts'
import { applyServerErrors } from '#web/platform/server-errors.ts'
import { upload } from '#web/platform/upload.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { DocumentField } from '#web/ui/document-field.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'
import { useDiscardQuestion } from '#web/ui/use-discard-question.tsx'

const documentForm = z.object({
  file: z.custom<File | undefined>().pipe(z.instanceof(File, { error: 'Elige el PDF' })),
  expiryDate: z
    .union([z.literal(''), day])
    .refine((date) => date === '' || date >= localToday(), 'Ese documento ya venció'),
})
type DocumentValues = z.output<typeof documentForm>

export type UploadDialogProps = {
  centerId: string
  type: CheckType
  /** What the document is called for this practice. */
  name: string
  /** An approved one counts until the new one is. */
  replaces: boolean
  open: boolean
  onClose: () => void
}

/** A newer document of one kind: the PDF, and until when it holds. */
export function UploadDialog({ centerId, type, name, replaces, open, onClose }: UploadDialogProps) {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  const form = useForm<z.input<typeof documentForm>, unknown, DocumentValues>({
    resolver: formResolver(documentForm),
    defaultValues: { file: undefined, expiryDate: '' },
  })
  const { errors, isSubmitting } = form.formState
  const file = useWatch({ control: form.control, name: 'file' })
  const formId = useId()
  const [percent, setPercent] = useState<number>()
  const sending = useRef<AbortController>(undefined)
  useEffect(() => () => sending.current?.abort(), [])

  async function send(values: DocumentValues) {
    sending.current = new AbortController()
    const { signal } = sending.current
    setPercent(0)
    try {
      const input = { centerId, type, ...values }
      await upload({ noun: 'compliance', verb: 'upload', input, onProgress: setPercent, signal })
    } catch (error) {
      if (!signal.aborted) {
        applyServerErrors(form, error, { fields: ['file', 'expiryDate'], codes: { 'files.not_a_pdf': 'file' } })
      }
      return
    } finally {
      setPercent(undefined)
    }
    void queryClient.invalidateQueries({ queryKey: queries.practice.key() })
    await queryClient.invalidateQueries({ queryKey: queries.compliance.key() })
    toast({ kind: 'success', title: 'Documento enviado', description: 'Lo revisamos. En Documentos ves el resultado.' })
    onClose()
  }

  function close() {
    sending.current?.abort()
    onClose()
  }

  // A document that is being sent can be stopped, and has been chosen.
  const discard = useDiscardQuestion({ open, pending: false, onClose: close })

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && discard.requestClose()}
      title={`Subir: ${name}`}
      description={replaces ? 'Reemplaza al anterior cuando lo aprobemos.' : 'Empieza a valer cuando lo aprobemos.'}
      size="small"
      keepOpenOnOutsidePress
      footer={
        discard.question || (
          <>
            <Button variant="secondary" onClick={close}>
              Cancelar
            </Button>
            <Button type="submit" form={formId} pending={isSubmitting} pendingLabel="Enviando…">
              Enviar documento
            </Button>
          </>
        )
      }
    >
      <form
        id={formId}
        noValidate
        onInput={discard.markTouched}
        onSubmit={(event) => void form.handleSubmit(send)(event)}
        className="grid gap-5 pb-1"
      >
        <FormError error={formFault(errors)} />
        <DocumentField
          label="Documento"
          value={file}
          onChange={(chosen) => {
            discard.markTouched()
            form.setValue('file', chosen)
            form.clearErrors()
          }}
          error={errors.file?.message}
          maxBytes={documentMaxBytes}
          tooLarge={tooLargeDocument}
          percent={percent}
          disabled={isSubmitting}
        />
        <TextField
          {...form.register('expiryDate')}
          type="date"
          label="Vence el"
          optional
          min={localToday()}
          disabled={isSubmitting}
          hint="Déjalo vacío si no vence."
          error={errors.expiryDate?.message}
        />
      </form>
    </Dialog>
  )
}
