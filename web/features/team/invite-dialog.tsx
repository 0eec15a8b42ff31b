import { useMutation } from '@tanstack/react-query'
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form'
import { z } from 'zod'

import { typedEmail } from '#contract/credentials.ts'
import { invitationDays, type TeamProfessional } from '#contract/team.ts'
import { useApi } from '#web/platform/api.ts'
import { formFault } from '#web/platform/form-fault.ts'
import { formResolver } from '#web/platform/form-resolver.ts'
import { applyServerErrors } from '#web/platform/server-errors.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'

const invitationForm = z
  .object({
    email: typedEmail('Por favor ingresa un correo electrónico'),
    role: z.enum(['professional', 'reception']),
    professionalId: z.string(),
  })
  .refine(({ role, professionalId }) => role === 'reception' || professionalId !== '', {
    path: ['professionalId'],
    error: 'Elige qué profesional es',
  })
type InvitationValues = z.output<typeof invitationForm>

export function InviteDialog({
  centerId,
  professionals,
  open,
  onClose,
}: {
  centerId: string
  professionals: readonly TeamProfessional[]
  open: boolean
  onClose: () => void
}) {
  const { queries } = useApi()
  const invite = useMutation(queries.team.invite.mutationOptions())
  const form = useForm<InvitationValues>({
    resolver: formResolver(invitationForm),
    defaultValues: { email: '', role: 'reception', professionalId: '' },
  })
  const { register } = form
  const { errors, isSubmitting } = form.formState

  async function send(values: InvitationValues) {
    const professionalId = values.role === 'professional' ? values.professionalId : null
    try {
      await invite.mutateAsync({ centerId, ...values, professionalId })
    } catch (error) {
      applyServerErrors(form, error, {
        fields: values.role === 'professional' ? ['email', 'role', 'professionalId'] : ['email', 'role'],
        codes: { 'team.already_member': 'email', 'team.mailbox_full': 'email' },
      })
      return
    }
    toast({
      kind: 'success',
      title: 'Invitación enviada',
      description: `A ${values.email}. El enlace sirve ${invitationDays} días.`,
    })
    onClose()
  }

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Invitar al equipo"
      description="Le enviamos un enlace. Entra con su cuenta, o crea una con ese correo."
      size="small"
      pending={isSubmitting}
      error={formFault(errors)}
      submitLabel="Enviar invitación"
      pendingLabel="Enviando…"
      onSubmit={form.handleSubmit(send)}
    >
      <TextField
        {...register('email')}
        type="email"
        label="Correo electrónico"
        required
        autoComplete="off"
        inputMode="email"
        error={errors.email?.message}
      />
      <RoleFields form={form} professionals={professionals} />
    </FormDialog>
  )
}

/** The role, and which professional the member is: only those without an account. */
function RoleFields({
  form: { register, control, formState },
  professionals,
}: {
  form: UseFormReturn<InvitationValues>
  professionals: readonly TeamProfessional[]
}) {
  const { errors } = formState
  const role = useWatch({ control, name: 'role' })
  const withoutAccount = professionals.filter(({ hasAccount }) => !hasAccount)
  return (
    <>
      <RadioCards
        {...register('role')}
        error={errors.role?.message}
        legend="Qué hace en el centro"
        options={[
          {
            value: 'reception',
            label: 'Recepción',
            description: 'Ve la agenda de todos, recibe y cobra. No ve los ingresos.',
          },
          {
            value: 'professional',
            label: 'Profesional',
            description:
              withoutAccount.length === 0
                ? 'Todos los profesionales ya tienen su cuenta: agrega antes al nuevo.'
                : 'Ve y lleva su propia agenda y sus pacientes.',
            disabled: withoutAccount.length === 0,
          },
        ]}
      />
      {role === 'professional' && (
        <SelectField
          {...register('professionalId')}
          label="Qué profesional es"
          required
          placeholder="Elige"
          options={withoutAccount.map(({ id, name }) => ({ value: id, label: name }))}
          error={errors.professionalId?.message}
        />
      )}
    </>
  )
}
