import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { z } from 'zod'

import { type MeasureOutcomes, measureReason } from '#contract/moderation.ts'
import { cleanDigits } from '#contract/pasted-text.ts'
import { type Role, roles } from '#contract/roles.ts'
import { suspensionDays, type UserRow } from '#contract/users.ts'
import { formFault } from '#web/platform/form-fault.ts'
import { formResolver } from '#web/platform/form-resolver.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'

import { roleNames } from '../measures/measure-names.ts'
import { OutcomeDialog, TargetList } from '../measures/measure-outcome.tsx'
import { MeasureReasonField } from '../measures/measure-reason-field.tsx'
import { showFailure } from '../measures/show-failure.ts'
import { useMeasureUsers } from './api/measure-users.ts'

export type UserMeasure = 'suspend' | 'ban' | 'activate' | 'setRole'

type Texts = { title: string; consequence: string; submit: string; done: string; failed: string }

export const measureTexts: Readonly<Record<UserMeasure, Texts>> = {
  suspend: {
    title: 'Suspender',
    consequence: 'No podrá entrar hasta esa fecha. Si tiene un centro, deja de verse y sus citas se cancelan.',
    submit: 'Suspender',
    done: 'Usuario suspendido',
    failed: 'Error al actualizar usuario',
  },
  ban: {
    title: 'Bloquear',
    consequence: 'No podrá entrar más. Si tiene un centro, deja de verse y sus citas se cancelan.',
    submit: 'Bloquear',
    done: 'Usuario bloqueado',
    failed: 'Error al actualizar usuario',
  },
  activate: {
    title: 'Activar',
    consequence: 'Podrá entrar de nuevo. Si tiene un centro aprobado, vuelve a verse.',
    submit: 'Activar',
    done: 'Usuario activado',
    failed: 'Error al actualizar usuario',
  },
  setRole: {
    title: 'Cambiar el rol',
    consequence: 'El rol nuevo reemplaza a los que tiene ahora.',
    submit: 'Cambiar el rol',
    done: 'Rol actualizado',
    failed: 'Error al actualizar rol',
  },
}

const typedDays = z
  .string()
  .overwrite(cleanDigits)
  .transform((text) => (text === '' ? Number.NaN : Number(text)))
  .pipe(suspensionDays)

const measureForm = z.object({ days: typedDays, role: z.enum(roles, { error: 'Elige un rol' }), reason: measureReason })
type Values = z.input<typeof measureForm>
type Typed = z.output<typeof measureForm>

const defaultDays = '7'

export type MeasureDialogProps = {
  measure: UserMeasure
  users: readonly UserRow[]
  open: boolean
  onClose: () => void
}

/** Applies a measure to one or several accounts, and lists afterwards those that the server refused. */
export function MeasureDialog({ measure, users, open, onClose }: MeasureDialogProps) {
  const [outcomes, setOutcomes] = useState<MeasureOutcomes>()
  const settableRoles = roles.filter((role) => users.some(({ can }) => can.setRole.includes(role)))
  const form = useForm<Values, unknown, Typed>({
    resolver: formResolver(measureForm),
    defaultValues: { days: defaultDays, role: settableRoles[0] ?? 'patient', reason: '' },
  })
  const { errors, isSubmitting } = form.formState
  const texts = measureTexts[measure]
  const role = useWatch({ control: form.control, name: 'role' })
  // The accounts may allow different roles: the measure applies to those that allow the chosen one.
  const measuredUsers = measure === 'setRole' ? users.filter(({ can }) => can.setRole.includes(role)) : users
  const send = useSendMeasure({ measure, users: measuredUsers })
  const targets = measuredUsers.map(({ id, fullName, email }) => ({ id, name: fullName || email }))

  async function submit(values: Typed) {
    let result: MeasureOutcomes
    try {
      result = await send(values)
    } catch (error) {
      showFailure(form, error, { title: texts.failed, fields: ['days', 'role', 'reason'] })
      return
    }
    if (result.items.some(({ isDone }) => !isDone)) return setOutcomes(result)
    toast({ kind: 'success', title: texts.done, description: targets.length === 1 ? targets[0]?.name : undefined })
    onClose()
  }

  if (outcomes) return <OutcomeDialog open={open} onClose={onClose} outcomes={outcomes} targets={targets} />
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={texts.title}
      description={texts.consequence}
      size="small"
      pending={isSubmitting}
      error={formFault(errors)}
      submitLabel={texts.submit}
      onSubmit={form.handleSubmit(submit)}
    >
      <TargetList targets={targets} />
      {measure === 'suspend' && (
        <TextField
          {...form.register('days')}
          label="Días de suspensión"
          required
          inputMode="numeric"
          autoComplete="off"
          error={errors.days?.message}
        />
      )}
      {measure === 'setRole' && (
        <SelectField
          {...form.register('role')}
          label="Rol nuevo"
          required
          options={settableRoles.map((role) => ({ value: role, label: roleNames[role] }))}
          error={errors.role?.message}
        />
      )}
      <MeasureReasonField
        {...form.register('reason')}
        hint="Lo lee la persona en su correo, y queda en el registro."
        error={errors.reason?.message}
      />
    </FormDialog>
  )
}

function useSendMeasure({ measure, users }: { measure: UserMeasure; users: readonly UserRow[] }) {
  const mutations = useMeasureUsers()
  const targets = users.map(({ id, lastMeasureId }) => ({ id, lastMeasureId }))
  return ({ days, role, reason }: { days: number; role: Role; reason: string }): Promise<MeasureOutcomes> => {
    switch (measure) {
      case 'suspend':
        return mutations.suspend.mutateAsync({ targets, days, reason })
      case 'ban':
        return mutations.ban.mutateAsync({ targets, reason })
      case 'activate':
        return mutations.activate.mutateAsync({ targets, reason })
      case 'setRole':
        return mutations.setRole.mutateAsync({ targets, role, reason })
    }
  }
}
