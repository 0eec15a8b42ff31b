import { useMutation, useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { z } from 'zod'

import { typedText } from '#contract/values.ts'
import { useApi } from '#web/platform/api.ts'
import { formFault } from '#web/platform/form-fault.ts'
import { formResolver } from '#web/platform/form-resolver.ts'
import { formatDate } from '#web/platform/formats.ts'
import { applyServerErrors } from '#web/platform/server-errors.ts'
import { useSession } from '#web/platform/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { toast } from '#web/ui/toast.ts'
import { useUnsavedForm } from '#web/ui/unsaved-form.ts'

const helpForm = z.object({ message: typedText({ min: 10, max: 2000, message: 'Cuéntanos en qué te ayudamos' }) })

export function CenterHelp() {
  const session = useSession()
  const { queries } = useApi()
  const me = useQuery({ ...queries.accounts.me.queryOptions(), enabled: session.status === 'signedIn' })
  if (session.status !== 'signedIn' || !me.data?.can.requestHelp) return null
  return <HelpCard />
}

function HelpCard() {
  const { queries } = useApi()
  const requestHelp = useMutation(queries.centers.requestHelp.mutationOptions())
  const onboarding = useQuery(queries.centers.onboarding.queryOptions())
  const form = useForm({ resolver: formResolver(helpForm), defaultValues: { message: '' } })
  const { errors, isSubmitting, isDirty } = form.formState
  useUnsavedForm(isDirty)

  async function send(values: z.output<typeof helpForm>) {
    try {
      await requestHelp.mutateAsync(values)
    } catch (error) {
      applyServerErrors(form, error, { fields: ['message'] })
      return
    }
    form.reset()
    toast({ kind: 'success', title: 'Mensaje enviado', description: 'Te respondemos al correo de tu centro.' })
  }

  const requestedAt = onboarding.data?.helpRequestedAt
  return (
    <Card as="section" padding="large" aria-labelledby="center-help" className="mt-6 grid gap-4">
      <div className="grid gap-1">
        <h2 id="center-help">Ayuda con tus primeros pasos</h2>
        <p className="text-ink-soft">
          Cuéntanos qué te falta o qué no se entiende. Te respondemos al correo de tu centro.
        </p>
        {requestedAt && <p className="text-sm text-ink-soft">{`Nos escribiste el ${formatDate(requestedAt)}.`}</p>}
      </div>
      <form noValidate onSubmit={(event) => void form.handleSubmit(send)(event)} className="grid gap-4">
        <FormError error={formFault(errors)} />
        <TextArea
          {...form.register('message')}
          label="Tu mensaje"
          maxLength={2000}
          error={errors.message?.message}
          disabled={isSubmitting}
        />
        <Button type="submit" pending={isSubmitting} pendingLabel="Enviando…" className="justify-self-start">
          Pedir ayuda
        </Button>
      </form>
    </Card>
  )
}
