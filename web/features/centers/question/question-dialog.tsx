import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { soundsLikeEmergency } from '#contract/emergency-words.ts'
import { questionHours, questionMax } from '#contract/question-limits.ts'
import { questionForm } from '#contract/questions.ts'
import { useApi } from '#web/platform/api.ts'
import { formFault } from '#web/platform/form-fault.ts'
import { formResolver } from '#web/platform/form-resolver.ts'
import { useRequestKeys } from '#web/platform/idempotency-key.ts'
import { applyServerErrors } from '#web/platform/server-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Honeypot } from '#web/ui/honeypot.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { EmergencyNumbers } from '../emergency-numbers.tsx'
import { keepOwnQuestion } from './own-questions.ts'
import { QuestionPath } from './question-path.tsx'

export type QuestionDialogProps = { centerId: string; centerName: string; onClose: () => void }

type Typed = z.input<typeof questionForm>
type Valid = z.output<typeof questionForm>

/** A visitor without an account asks a centre. The question is sent with the link that is mailed. */
export function QuestionDialog({ centerId, centerName, onClose }: QuestionDialogProps) {
  const { queries } = useApi()
  const ask = useMutation(queries.questions.ask.mutationOptions())
  const keys = useRequestKeys()
  const honeypot = useRef<HTMLInputElement>(null)
  const [sentTo, setSentTo] = useState<string>()
  const form = useForm<Typed, unknown, Valid>({
    resolver: formResolver(questionForm),
    reValidateMode: 'onChange',
    defaultValues: { name: '', email: '', content: '' },
  })
  const { register, handleSubmit, formState, watch } = form
  const { errors } = formState

  async function send(values: Valid): Promise<void> {
    const website = honeypot.current?.value
    const question = { ...values, centerId, ...(website && { website }) }
    try {
      const id = keys.keyOf(question)
      await ask.mutateAsync({ ...question, id })
      keepOwnQuestion(id)
      setSentTo(values.email)
    } catch (error) {
      applyServerErrors(form, error, { fields: ['name', 'email', 'content'] })
    }
  }

  if (sentTo !== undefined) return <MailSent email={sentTo} centerName={centerName} onClose={onClose} />
  return (
    <FormDialog
      open
      onClose={onClose}
      onSubmit={(event) => void handleSubmit(send)(event)}
      pending={ask.isPending}
      error={formFault(errors)}
      title="Pregúntale al centro"
      description={`${centerName} te responde por correo. No necesitas una cuenta.`}
      submitLabel="Enviar"
      pendingLabel="Enviando…"
      submitOnCtrlEnter
    >
      <div className="grid gap-4">
        {soundsLikeEmergency(watch('content')) && <EmergencyNumbers />}
        <TextArea
          {...register('content')}
          label="Tu pregunta"
          required
          maxLength={questionMax}
          error={errors.content?.message}
        />
        <TextField
          {...register('name')}
          label="Nombre"
          required
          autoComplete="name"
          maxLength={200}
          error={errors.name?.message}
        />
        <TextField
          {...register('email')}
          type="email"
          label="Correo electrónico"
          required
          autoComplete="email"
          inputMode="email"
          hint="Te llega un enlace para confirmarlo, y después la respuesta."
          error={errors.email?.message}
        />
        <Honeypot ref={honeypot} />
        <p className="text-sm text-ink-soft">
          ¿Ya tienes cuenta?{' '}
          <Link to="/chat" search={{ to: centerId }} preload={false} rel="nofollow" className="link">
            Entra y escríbele por Mensajes
          </Link>
        </p>
      </div>
    </FormDialog>
  )
}

function MailSent({ email, centerName, onClose }: { email: string; centerName: string; onClose: () => void }) {
  const text = useRef<HTMLParagraphElement>(null)
  // The pressed button is gone, and the focus with it.
  useEffect(() => text.current?.focus({ preventScroll: true }), [])
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Falta enviarla desde tu correo"
      footer={<Button onClick={onClose}>Entendido</Button>}
      size="small"
    >
      <p ref={text} tabIndex={-1} className="mb-5 wrap-anywhere outline-none">
        {`${centerName} todavía no recibió tu pregunta.`}
      </p>
      <QuestionPath centerName={centerName} next="mail" email={email} />
      <p className="mt-5 text-sm text-ink-soft">
        {`El enlace vence en ${questionHours} horas. Si no lo ves en unos minutos, mira en el correo no deseado. ¿Tienes otra pregunta sin enviar? El enlace de esta llega cuando la envías.`}
      </p>
    </Dialog>
  )
}
