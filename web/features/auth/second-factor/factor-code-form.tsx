import type { Factor } from '@supabase/auth-js'
import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useEffect, useEffectEvent, useRef, useState } from 'react'

import { errorMessage } from '#web/platform/error-message.ts'
import { useSession } from '#web/platform/session.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

import { authMessage } from '../auth-messages.ts'
import { isWholeCode } from './code-digits.ts'
import { CodeField } from './code-field.tsx'
import { factorName } from './factor-name.ts'
import { hasProvenFactor, pendingFactors, proveFactor } from './second-factor.ts'

/** Asks for the code of one of the account's devices. `onProven` runs once this session has proven it, here or in another tab. */
export function FactorCodeForm({ onProven }: { onProven: () => void | Promise<void> }) {
  const {
    data,
    error: failure,
    isError,
    isFetching,
    refetch,
  } = useQuery({
    queryKey: ['second-factor', 'pending'],
    queryFn: pendingFactors,
    staleTime: 0,
    gcTime: 0,
  })
  if (!data) {
    return isError ? (
      <ErrorState title="No pudimos cargar tu segundo factor" onRetry={() => void refetch()} retrying={isFetching}>
        {errorMessage(failure)}
      </ErrorState>
    ) : (
      <p role="status" className="flex items-center gap-3 text-ink-soft">
        <Spinner />
        Un momento…
      </p>
    )
  }
  // Another tab has proven the code, or the factor was removed elsewhere. The screen waits for a press, so that two screens
  // cannot redirect to each other forever.
  if (data.length === 0) {
    return (
      <div className="grid justify-items-start gap-4">
        <p>Ya no hace falta ningún código.</p>
        <Button onClick={() => void onProven()}>Continuar</Button>
      </div>
    )
  }
  return <CodeForm factors={data} onProven={onProven} />
}

function CodeForm({ factors, onProven }: { factors: Factor[]; onProven: () => void | Promise<void> }) {
  const session = useSession()
  const field = useRef<HTMLInputElement>(null)
  const hasContinued = useRef(false)
  const [factorId, setFactorId] = useState(factors[0]?.id ?? '')
  const [code, setCode] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()

  useEffect(() => field.current?.focus(), [])

  function continueSignedIn() {
    if (hasContinued.current) return
    hasContinued.current = true
    void onProven()
  }

  const continueIfProven = useEffectEvent(async () => {
    // The response to this form's own request handles that case.
    if (!busy && (await hasProvenFactor())) continueSignedIn()
  })
  // The session also changes when another tab proves the code.
  useEffect(() => {
    if (session.status === 'signedIn') void continueIfProven()
  }, [session])
  // The message of the other tab may arrive before its storage event, which then updates the session.
  useEffect(() => {
    const stored = () => void continueIfProven()
    addEventListener('storage', stored)
    return () => removeEventListener('storage', stored)
  }, [])

  async function prove(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!isWholeCode(code)) {
      setError('Escribe los seis dígitos.')
      field.current?.focus()
      return
    }
    setBusy(true)
    setError(undefined)
    const failure = await proveFactor({ factorId, code })
    if (!failure) {
      continueSignedIn()
      return
    }
    setBusy(false)
    setCode('')
    setError(authMessage(failure) ?? 'No pudimos comprobar el código. Inténtalo de nuevo.')
    field.current?.focus()
  }

  return (
    <form noValidate method="post" onSubmit={(event) => void prove(event)} className="grid gap-5">
      {factors.length > 1 && (
        <SelectField
          label="Dispositivo"
          options={factors.map((factor) => ({ value: factor.id, label: factorName(factor) }))}
          value={factorId}
          onChange={(event) => setFactorId(event.currentTarget.value)}
        />
      )}
      <CodeField
        ref={field}
        name="code"
        label="Código"
        hint="Los seis dígitos que muestra ahora tu app. Cambian cada 30 segundos."
        value={code}
        onChange={setCode}
        error={error}
      />
      <Button type="submit" size="large" wide pending={busy} pendingLabel="Comprobando…">
        Continuar
      </Button>
    </form>
  )
}
