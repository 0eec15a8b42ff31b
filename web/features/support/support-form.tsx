import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { type FieldErrors, type UseFormReturn, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { soundsLikeEmergency } from '#contract/emergency-words.ts'
import type { supportForm } from '#contract/support.ts'
import { supportMessageMax } from '#contract/support-limits.ts'
import { useMe } from '#web/features/auth/use-me.ts'
import { EmergencyNumbers } from '#web/features/centers/emergency-numbers.tsx'
import { useApi } from '#web/platform/api.ts'
import { errorMessage } from '#web/platform/error-message.ts'
import { formFault } from '#web/platform/form-fault.ts'
import { useRequestKeys } from '#web/platform/idempotency-key.ts'
import { lateResolver, lateSchema } from '#web/platform/late-schema.ts'
import { applyServerErrors } from '#web/platform/server-errors.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { Honeypot } from '#web/ui/honeypot.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useFormToast } from '#web/ui/use-form-toast.ts'

const supportSchema = lateSchema(() => import('#contract/support.ts').then((contract) => contract.supportForm))

type Typed = z.input<typeof supportForm>
type Valid = z.output<typeof supportForm>
const notSent = 'No se pudo enviar'

type Sent = { reference: string; email: string }

export type SupportFormProps = {
  from: 'widget' | 'contact'
  messageLabel: string
  submitLabel: string
  /** The hours of support: «Lunes a viernes de 9:00 a 18:00». */
  hours: string
  draft?: string
}

export function SupportForm({ from, messageLabel, submitLabel, hours, draft = '' }: SupportFormProps) {
  const { form, honeypot, sent, submit, again } = useSupportForm({ from, draft })
  const { errors, isSubmitting } = form.formState
  // `watch` re-renders at each key, so that the numbers appear while the visitor types.
  const isEmergency = soundsLikeEmergency(form.watch('message') ?? '')
  if (sent) return <SentMessage sent={sent} hours={hours} onAgain={again} />
  return (
    // Without scripts, the form posts to the contact page (server/http/contact-form.ts).
    <form
      method="post"
      action="/contact"
      noValidate
      onSubmit={(event) => void submit(event)}
      onFocus={supportSchema.preload}
      className="grid gap-4"
    >
      {isEmergency && <EmergencyNumbers />}
      <FormError error={formFault(errors)} />
      <TextField
        {...form.register('name')}
        label="Nombre"
        required
        autoComplete="name"
        maxLength={200}
        error={errors.name?.message}
      />
      <TextField
        {...form.register('email')}
        type="email"
        label="Correo electrónico"
        required
        autoComplete="email"
        inputMode="email"
        hint="Te respondemos a esta dirección."
        error={errors.email?.message}
      />
      <TextArea
        {...form.register('message')}
        label={messageLabel}
        required
        maxLength={supportMessageMax}
        error={errors.message?.message}
      />
      <Honeypot ref={honeypot} />
      <Button type="submit" pending={isSubmitting} pendingLabel="Enviando…" className="justify-self-start">
        {submitLabel}
      </Button>
    </form>
  )
}

function useSupportForm({ from, draft }: { from: SupportFormProps['from']; draft: string }) {
  const { queries } = useApi()
  const sendRequest = useMutation(queries.support.send.mutationOptions())
  const toasts = useFormToast()
  const honeypot = useRef<HTMLInputElement>(null)
  const keys = useRequestKeys()
  const [sent, setSent] = useState<Sent>()
  // No default values, so that text typed before hydration stays.
  const form = useForm<Typed, unknown, Valid>({ resolver: lateResolver(supportSchema.load) })
  usePrefill(form)
  useDraft({ form, draft })

  async function send(values: Valid) {
    const website = honeypot.current?.value
    const content = { ...values, from, ...(website && { website }) }
    try {
      const { reference } = await sendRequest.mutateAsync({ ...content, idempotencyKey: keys.keyOf(content) })
      setSent({ reference, email: values.email })
      form.resetField('message')
      toasts.show({
        kind: 'success',
        title: 'Mensaje enviado, te contactaremos pronto',
        description: `Tu referencia es ${reference}.`,
      })
    } catch (error) {
      applyServerErrors(form, error, { fields: ['name', 'email', 'message'] })
      toasts.show({ kind: 'destructive', title: notSent, description: errorMessage(error) })
    }
  }

  function refuse(errors: FieldErrors<Typed>) {
    const fault = formFault(errors)
    const refusal = fault === undefined ? { title: 'Revisa el formulario.' } : { title: notSent, description: fault }
    toasts.show({ kind: 'destructive', ...refusal })
  }

  return {
    form,
    honeypot,
    sent,
    submit: (event: SubmitEvent<HTMLFormElement>) => form.handleSubmit(send, refuse)(event),
    again: () => setSent(undefined),
  }
}

function usePrefill(form: UseFormReturn<Typed, unknown, Valid>): void {
  const { data: me } = useMe()
  useEffect(() => {
    if (me?.fullName && !form.getValues('name')) form.setValue('name', me.fullName)
    if (me?.email && !form.getValues('email')) form.setValue('email', me.email)
  }, [me, form])
}

function useDraft({ form, draft }: { form: UseFormReturn<Typed, unknown, Valid>; draft: string }): void {
  const last = useRef('')
  useEffect(() => {
    // A message that was typed here stays; an earlier draft is replaced.
    const message = form.getValues('message') ?? ''
    if (draft !== '' && (message === '' || message === last.current)) {
      form.setValue('message', draft.slice(0, supportMessageMax))
      last.current = draft.slice(0, supportMessageMax)
    }
  }, [draft, form])
}

function SentMessage({ sent, hours, onAgain }: { sent: Sent; hours: string; onAgain: () => void }) {
  const title = useRef<HTMLParagraphElement>(null)
  // The pressed button is gone, and the focus with it.
  useEffect(() => title.current?.focus({ preventScroll: true }), [])
  return (
    <div className="grid gap-4">
      <Banner tone="green">
        <p ref={title} tabIndex={-1} className="font-semibold outline-none">
          Mensaje enviado, te contactaremos pronto
        </p>
        <p className="mt-1">
          Tu referencia es <strong className="whitespace-nowrap tabular-nums select-all">{sent.reference}</strong>.
        </p>
        <p className="mt-1 wrap-anywhere">{`Te respondemos a ${sent.email}. Horario: ${hours.toLocaleLowerCase('es')}.`}</p>
      </Banner>
      <Button variant="secondary" onClick={onAgain} className="justify-self-start">
        Escribir otro mensaje
      </Button>
    </div>
  )
}
