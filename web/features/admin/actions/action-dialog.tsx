import { useMutation } from '@tanstack/react-query'
import { type RefObject, useRef, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import type { ActionOutcomes } from '#contract/moderation.ts'
import { useApi } from '#web/platform/api.ts'
import { formFault } from '#web/platform/form-fault.ts'
import { formResolver } from '#web/platform/form-resolver.ts'
import { DateField } from '#web/ui/date-field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'
import type { DateControl } from '#web/ui/use-typed-date.ts'
import { roleNames } from './action-names.ts'
import { OutcomeDialog, TargetList } from './action-outcome.tsx'
import { ActionReasonField } from './action-reason-field.tsx'
import {
  type ActionField,
  type ActionInput,
  type ActionRow,
  type ActionValues,
  actionFields,
  type OfferedAction,
} from './offered-action.ts'
import { showFailure } from './show-failure.ts'

export type ActionDialogProps<Row extends ActionRow> = {
  action: OfferedAction<Row>
  rows: readonly Row[]
  open: boolean
  onClose: () => void
  /** The element that gets the focus when the dialog closes, and so receives the keys again. */
  finalFocus?: RefObject<HTMLElement | null>
  /** Called once the server has changed every row. */
  onDone?: () => void
}

/** Takes an action on one or several rows, and lists afterwards those that the server refused. */
export function ActionDialog<Row extends ActionRow>(props: ActionDialogProps<Row>) {
  const { action, rows, open, onClose, finalFocus } = props
  const { form, values, fields, appliedRows, outcomes, submit } = useActionForm(props)
  const submitButton = useRef<HTMLButtonElement>(null)
  const focused = useRef<HTMLElement | null>(null)
  const { errors, isSubmitting } = form.formState
  const firstFocus = action.initialFocus?.(rows)
  const note = action.note?.(rows, values)
  /** Registers a field with its error. It remembers its element when the dialog opens on it. */
  const fieldProps = (field: ActionField) => {
    const { ref, ...props } = form.register(field)
    const remember = (control: HTMLElement | DateControl | null) => {
      ref(control)
      if (field === firstFocus) focused.current = control && 'element' in control ? control.element : control
    }
    return { ...props, ref: remember, error: errors[field]?.message }
  }

  if (outcomes) {
    const { nameAfter = action.nameOf } = action
    const targets = rows.map((row) => ({ id: row.id, name: nameAfter(row, outcomes) }))
    return <OutcomeDialog open={open} onClose={onClose} outcomes={outcomes} targets={targets} noun={action.noun} />
  }
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={action.title(rows)}
      description={action.description(rows)}
      size="small"
      finalFocus={finalFocus}
      submitRef={submitButton}
      {...(firstFocus && { initialFocus: firstFocus === 'submit' ? submitButton : focused })}
      pending={isSubmitting}
      error={formFault(errors)}
      submitLabel={action.submit(rows)}
      submitOnCtrlEnter
      onSubmit={form.handleSubmit(submit)}
    >
      <TargetList noun={action.noun} targets={appliedRows.map((row) => ({ id: row.id, name: action.nameOf(row) }))} />
      {typeof note === 'string' ? <p>{note}</p> : note}
      {fields.includes('days') && (
        <TextField {...fieldProps('days')} label="Días de suspensión" required inputMode="numeric" autoComplete="off" />
      )}
      {fields.includes('role') && (
        <SelectField
          {...fieldProps('role')}
          label="Rol nuevo"
          required
          options={(action.rolesFor?.(rows) ?? []).map((role) => ({ value: role, label: roleNames[role] }))}
        />
      )}
      {fields.includes('expiryDate') && (
        <DateField {...fieldProps('expiryDate')} label="Vence el" hint="Vacío si no vence." />
      )}
      {fields.includes('reference') && (
        <TextField
          {...fieldProps('reference')}
          label="Referencia"
          hint="Por ejemplo, el número de la transferencia."
          required
          autoComplete="off"
          maxLength={60}
        />
      )}
      {fields.includes('reason') && <ActionReasonField {...fieldProps('reason')} hint={action.hint?.(rows)} />}
    </FormDialog>
  )
}

/** The form with what the action asks, its submission, and the outcomes when the server refused some of the rows. */
function useActionForm<Row extends ActionRow>({ action, rows, onClose, onDone }: ActionDialogProps<Row>) {
  const take = useTakeAction(action)
  const [outcomes, setOutcomes] = useState<ActionOutcomes>()
  const fields = action.asks(rows)
  const requested = Object.fromEntries(fields.map((field) => [field, true as const]))
  const form = useForm<ActionValues, unknown, ActionInput>({
    // The action's send() reads only what the action asks.
    resolver: formResolver(actionFields.pick(requested as Record<ActionField, true>)),
    defaultValues: { days: '7', role: 'patient', expiryDate: '', reference: '', reason: '', ...action.initial?.(rows) },
  })
  const values = useWatch({ control: form.control }) as ActionValues
  const appliedRows = rows.filter((row) => action.appliesTo?.(row, values) ?? true)

  async function submit(input: ActionInput) {
    let result: ActionOutcomes
    try {
      result = await take.mutateAsync({ ...input, rows: appliedRows })
    } catch (error) {
      showFailure(form, error, { title: action.failed, fields })
      return
    }
    if (result.items.some(({ isDone }) => !isDone)) return setOutcomes(result)
    const [first, ...others] = appliedRows
    const nameOfOne = () => (first && others.length === 0 ? action.nameOf(first) : undefined)
    const { done, doneAbout = nameOfOne } = action
    toast({ kind: 'success', title: done(appliedRows), description: doneAbout(appliedRows) })
    onClose()
    onDone?.()
  }

  return { form, values, fields, appliedRows, outcomes, submit }
}

/** Takes an action on rows, each with the latest action on it that the member of staff saw. */
function useTakeAction<Row extends ActionRow & { lastActionId?: string | null }>(action: OfferedAction<Row>) {
  const { api } = useApi()
  return useMutation({
    // By this key what the route changes is refetched.
    mutationKey: [action.route, { type: 'mutation' }],
    mutationFn: ({ rows, ...input }: ActionInput & { rows: readonly Row[] }) => {
      const targets = rows.map(({ id, lastActionId = null }) => ({ id, lastActionId }))
      return action.send(api, { ...input, rows, targets })
    },
  })
}
