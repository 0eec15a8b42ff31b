import { useMutation } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { cleanDigits } from '#contract/pasted-text.ts'
import { paymentMethodLabels } from '#contract/payment-methods.ts'
import { type Till, tillCount } from '#contract/tills.ts'
import { useApi } from '#web/platform/api.ts'
import { formFault } from '#web/platform/form-fault.ts'
import { formResolver } from '#web/platform/form-resolver.ts'
import { formatMoney } from '#web/platform/formats.ts'
import { applyServerErrors } from '#web/platform/server-errors.ts'
import { pesosText, typedMoney } from '#web/platform/typed-money.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'
import { useUnsavedForm } from '#web/ui/unsaved-form.ts'

import { differenceText, signedMoney } from './till-amounts.ts'

/** The cents of a typed amount. It may be negative, when a collection of an earlier till was undone. */
function countedCents(text: string): number | undefined {
  const typed = cleanDigits(text)
  if (typed === '') return undefined
  const isNegative = typed.startsWith('-')
  const cents = typedMoney(isNegative ? typed.slice(1) : typed)
  return cents === undefined || !isNegative ? cents : -cents
}

const typedAmount = z.string().transform((text, context) => {
  const cents = countedCents(text)
  if (cents !== undefined) return cents
  context.addIssue({ code: 'custom', message: 'Escribe lo que contaste, por ejemplo 1250. Si no hay nada, 0' })
  return z.NEVER
})
const countForm = z.object({
  cashCents: typedAmount.pipe(tillCount.shape.cashCents),
  debitCents: typedAmount.pipe(tillCount.shape.debitCents),
  transferCents: typedAmount.pipe(tillCount.shape.transferCents),
  floatLeftCents: typedAmount.pipe(tillCount.shape.floatLeftCents),
  note: tillCount.shape.note,
})
type Count = z.output<typeof countForm>
const fields = ['cashCents', 'debitCents', 'transferCents', 'floatLeftCents', 'note'] as const
const methods = [
  { name: 'cashCents', method: 'efectivo' },
  { name: 'debitCents', method: 'debito' },
  { name: 'transferCents', method: 'transferencia' },
] as const

export function CountForm({ centerId, till }: { centerId: string; till: Till }) {
  const { register, control, errors, isSubmitting, onSubmit } = useCountForm({ centerId, till })
  const typed = useWatch({ control })
  return (
    <form
      noValidate
      onSubmit={(event) => void onSubmit(event)}
      className="grid gap-4 rounded-card border border-line bg-panel p-4 sm:p-5"
    >
      <div>
        <h3>Contar y cerrar</h3>
        {till.openingFloatCents > 0 && (
          <p className="mt-1 text-sm text-ink-soft">
            {`El efectivo incluye el fondo de caja de ${formatMoney(till.openingFloatCents)}.`}
          </p>
        )}
      </div>
      <FormError error={formFault(errors)} />
      <div className="grid gap-4 min-[22rem]:grid-cols-2">
        {methods.map(({ name, method }) => (
          <TextField
            key={name}
            {...register(name)}
            label={paymentMethodLabels[method]}
            hint={hintOf({ expectedCents: till.expected[method], counted: typed[name] ?? '' })}
            required
            inputMode="decimal"
            autoComplete="off"
            leading="$"
            maxLength={16}
            error={errors[name]?.message}
          />
        ))}
        <TextField
          {...register('floatLeftCents')}
          label="Fondo que dejas"
          required
          hint="El efectivo con el que empieza la próxima caja."
          inputMode="decimal"
          autoComplete="off"
          leading="$"
          maxLength={16}
          error={errors.floatLeftCents?.message}
        />
      </div>
      <TextArea
        {...register('note')}
        label="Nota"
        hint="Si hay una diferencia, a qué se debe."
        rows={2}
        maxLength={500}
        error={errors.note?.message}
      />
      <Button type="submit" pending={isSubmitting} pendingLabel="Cerrando…">
        Cerrar la caja
      </Button>
    </form>
  )
}

function useCountForm({ centerId, till }: { centerId: string; till: Till }) {
  const { queries } = useApi()
  const closing = useMutation(queries.tills.close.mutationOptions())
  const { register, control, handleSubmit, setError, formState } = useForm<z.input<typeof countForm>, unknown, Count>({
    resolver: formResolver(countForm),
    defaultValues: {
      cashCents: '',
      debitCents: '',
      transferCents: '',
      floatLeftCents: pesosText(till.openingFloatCents),
      note: '',
    },
  })

  async function close(count: Count) {
    let number: number
    try {
      const closed = await closing.mutateAsync({ centerId, lastClosingId: till.lastClosing?.id ?? null, ...count })
      number = closed.number
    } catch (error) {
      applyServerErrors({ setError }, error, { fields })
      return
    }
    toast({ kind: 'success', title: 'Caja cerrada', description: `Quedó anotado el cierre ${number}.` })
  }

  const { errors, isSubmitting, isDirty } = formState
  useUnsavedForm(isDirty)
  return { register, control, errors, isSubmitting, onSubmit: handleSubmit(close) }
}

function hintOf({ expectedCents, counted }: { expectedCents: number; counted: string }): string {
  const cents = countedCents(counted)
  const expected = `Debería haber ${signedMoney(expectedCents)}`
  return cents === undefined ? expected : `${expected}. ${differenceText(cents - expectedCents)}`
}
