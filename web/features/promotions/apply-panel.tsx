import { useMutation } from '@tanstack/react-query'
import { type SyntheticEvent, useRef, useState } from 'react'
import { cleanedCode, orderMissingMessage, promotionCodeMax, reservationMinutes } from '#contract/promotion-codes.ts'
import { ResendConfirmation } from '#web/features/auth/registration/resend-confirmation.tsx'
import { useMe } from '#web/features/auth/use-me.ts'
import { type Api, useApi } from '#web/platform/api.ts'
import { errorCode, errorMessage, refusalReason, refusedFields } from '#web/platform/error-message.ts'
import { formatMoney } from '#web/platform/formats.ts'
import { typedMoney } from '#web/platform/typed-money.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'

type Validation = Awaited<ReturnType<Api['promotions']['validate']>>

function useCodePanel({ code, onApplied }: { code: string; onApplied: () => void }) {
  const { queries } = useApi()
  const validating = useMutation(queries.promotions.validate.mutationOptions())
  const applying = useMutation(queries.promotions.apply.mutationOptions())
  const [amount, setAmount] = useState('')
  const [errors, setErrors] = useState<{ code?: string; amount?: string }>({})
  const [result, setResult] = useState<Validation>()
  const isBusy = validating.isPending || applying.isPending

  /** Marks the missing fields and returns undefined, unless both are filled in. */
  function readOrder(): { code: string; orderCents: number } | undefined {
    const orderCents = typedMoney(amount)
    if (code !== '' && orderCents) return { code, orderCents }
    const isEmpty = code === '' || amount.trim() === ''
    setErrors({
      ...(code === '' && { code: 'Escribe el código' }),
      ...(!orderCents && { amount: 'Escribe el importe en pesos, por ejemplo 1250 o 1250,50' }),
    })
    if (isEmpty) toast({ kind: 'destructive', title: orderMissingMessage })
    return undefined
  }

  async function validate(event: SyntheticEvent): Promise<void> {
    event.preventDefault()
    const order = readOrder()
    if (!order || isBusy) return
    setErrors({})
    try {
      const validation = await validating.mutateAsync(order)
      setResult(validation)
      if (validation.valid) {
        const description = `Ahorrarás ${formatMoney(validation.discountCents)}`
        toast({ kind: 'success', title: '¡Promoción válida!', description })
      } else if (validation.error) {
        toast({ kind: 'destructive', title: 'Promoción inválida', description: validation.error })
      }
    } catch (error) {
      setErrors(errorsOf(error))
      toast({ kind: 'destructive', title: 'No se pudo validar la promoción', description: failureText(error) })
    }
  }

  async function apply(): Promise<void> {
    const order = readOrder()
    if (!order || isBusy) return
    setErrors({})
    try {
      await applying.mutateAsync(order)
      toast({ kind: 'success', title: '¡Promoción aplicada!', description: 'El descuento se ha aplicado exitosamente' })
      setResult(undefined)
      setAmount('')
      onApplied()
    } catch (error) {
      setErrors(errorsOf(error))
      const reason = refusalReason(error)
      const title = reason === undefined ? 'No se pudo aplicar la promoción' : 'Promoción inválida'
      toast({ kind: 'destructive', title, description: reason ?? failureText(error) })
    }
  }

  return {
    amount,
    setAmount,
    errors,
    result,
    clearResult: () => setResult(undefined),
    validate,
    apply,
    isValidating: validating.isPending,
    isApplying: applying.isPending,
  }
}

export function ApplyPanel({ code, onCode }: { code: string; onCode: (code: string) => void }) {
  const codeInput = useRef<HTMLInputElement>(null)
  const { data: me } = useMe()
  const { amount, setAmount, errors, result, clearResult, validate, apply, isValidating, isApplying } = useCodePanel({
    code,
    onApplied: () => {
      onCode('')
      codeInput.current?.focus()
    },
  })
  return (
    <Card as="section" aria-labelledby="apply-code" className="grid gap-4">
      <h2 id="apply-code">Aplicar Código de Descuento</h2>
      <form noValidate className="grid gap-4" onSubmit={(event) => void validate(event)}>
        <TextField
          ref={codeInput}
          label="Código"
          value={code}
          maxLength={4 * promotionCodeMax}
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          error={errors.code}
          onChange={({ currentTarget }) => {
            onCode(cleanedCode(currentTarget.value))
            clearResult()
          }}
        />
        <TextField
          label="Monto del pedido"
          hint="Lo que cuesta la consulta, en pesos."
          leading="$"
          inputMode="decimal"
          autoComplete="off"
          maxLength={12}
          value={amount}
          error={errors.amount}
          onChange={({ currentTarget }) => {
            setAmount(currentTarget.value)
            clearResult()
          }}
        />
        <Result result={result} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" variant="secondary" pending={isValidating} disabled={isApplying}>
            Validar
          </Button>
          <Button pending={isApplying} disabled={isValidating} onClick={() => void apply()}>
            Aplicar
          </Button>
        </div>
      </form>
      <p className="text-sm text-ink-soft">
        {`Al aplicarla queda reservada ${reservationMinutes} minutos, para pagar una cita que ya reservaste.`}
      </p>
      {me?.emailConfirmed === false && (
        <div className="grid justify-items-start gap-2 rounded-control bg-amber-soft px-4 py-3">
          <p>Para aplicar un código, confirma primero tu correo con el enlace que te enviamos.</p>
          <ResendConfirmation email={me.email} label="Reenviar correo de confirmación" />
        </div>
      )}
    </Card>
  )
}

function Result({ result }: { result: Validation | undefined }) {
  return (
    <div role="status" className={result && 'rounded-control bg-sand px-4 py-3'}>
      {result && !result.valid && (
        <p className="flex flex-wrap items-center gap-2">
          <Badge tone="red">Inválida</Badge>
          <span>{result.error}</span>
        </p>
      )}
      {result?.valid && (
        <>
          <p className="font-medium">{result.promotionName}</p>
          <p>
            {`Descuento: ${formatMoney(result.discountCents)}. Pagas ${formatMoney(result.finalCents)}.`}{' '}
            {result.centerName ? `Vale en ${result.centerName}.` : 'Vale en todos los centros.'}
          </p>
        </>
      )}
    </div>
  )
}

function errorsOf(error: unknown): { code?: string; amount?: string } {
  return Object.fromEntries(
    refusedFields(error).map(({ path, message }) => [path === 'orderCents' ? 'amount' : path, message]),
  )
}

function failureText(error: unknown): string {
  const isSignedOut = errorCode(error) === 'session.missing'
  return isSignedOut ? 'Debes estar autenticado para aplicar promociones' : errorMessage(error)
}
