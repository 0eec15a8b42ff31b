import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import type { ChatMessage, Conversation } from '#contract/conversations.ts'
import { useApi } from '#web/platform/api.ts'
import { formFault } from '#web/platform/form-fault.ts'
import { formResolver } from '#web/platform/form-resolver.ts'
import { applyServerErrors } from '#web/platform/server-errors.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { toast } from '#web/ui/toast.ts'

type Props = { conversation: Conversation; message: ChatMessage; open: boolean; onClose: () => void }

const form = z.object({
  reason: z.string().refine((text) => text.trim() !== '', 'Cuéntanos qué tiene de malo'),
})

export function ReportDialog({ conversation, message, open, onClose }: Props) {
  const { queries } = useApi()
  const report = useMutation(queries.conversations.report.mutationOptions())
  const { register, handleSubmit, setError, formState } = useForm<{ reason: string }>({
    resolver: formResolver(form),
    defaultValues: { reason: '' },
  })
  const { errors, isSubmitting } = formState

  async function submit({ reason }: { reason: string }) {
    try {
      await report.mutateAsync({ conversationId: conversation.id, number: message.number, reason })
      toast({ kind: 'success', title: 'Gracias por avisarnos', description: 'Vamos a revisar ese mensaje.' })
      onClose()
    } catch (error) {
      applyServerErrors({ setError }, error, { fields: ['reason'] })
    }
  }

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Reportar el mensaje"
      description={`Nuestro equipo lee este mensaje y los diez de alrededor, nada más de la conversación. ${conversation.other.name} no se entera de quién lo reportó.`}
      submitLabel="Enviar"
      pendingLabel="Enviando…"
      pending={isSubmitting}
      error={formFault(errors)}
      onSubmit={handleSubmit(submit)}
    >
      <blockquote className="max-h-40 overflow-y-auto border-l-2 border-path pl-4 text-ink-soft wrap-anywhere whitespace-pre-line">
        {message.content}
      </blockquote>
      <TextArea
        {...register('reason')}
        label="Motivo"
        hint="Un insulto, una amenaza, un engaño, datos de otra persona…"
        rows={4}
        maxLength={1000}
        error={errors.reason?.message}
      />
      <p className="text-sm text-ink-soft">
        Si no quieres recibir más mensajes, también puedes bloquear la conversación desde su menú.
      </p>
    </FormDialog>
  )
}
