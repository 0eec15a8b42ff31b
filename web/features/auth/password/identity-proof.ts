import { useState } from 'react'

import { client } from '#web/platform/session.ts'

import { authMessage } from '../auth-messages.ts'

type ProofKind = 'password' | 'code'

export type ProofAttributes = { current_password?: string; nonce?: string }

export type IdentityProof = {
  /** Whether a proof is needed. After a recent sign-in it isn't. */
  isNeeded: boolean
  kind: ProofKind
  hasPassword: boolean
  typed: string
  error: string | undefined
  /** The number of sent codes, which distinguishes one mail from the next. */
  codesSent: number
  isSending: boolean
  type: (typed: string) => void
  choose: (kind: ProofKind) => void
  sendCode: () => Promise<void>
  attributes: () => ProofAttributes
  /** Whether the proof is complete; shows what is missing beside its field. */
  check: () => boolean
  /** Shows an error of the service that concerns the proof. @returns whether it did */
  showError: (error: { code?: string }) => boolean
  clear: () => void
}

/**
 * The current password, or a code by mail for a user who has none or has forgotten it. The server decides whether a proof
 * is needed: `isRecent` is what it last reported, and the form also asks for a proof after the server has refused the request.
 */
export function useIdentityProof({
  isRecent,
  hasPassword,
}: {
  isRecent: boolean
  hasPassword: boolean
}): IdentityProof {
  const [isRequired, setRequired] = useState(false)
  const [chosenKind, setChosenKind] = useState<ProofKind>()
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const [codesSent, setCodesSent] = useState(0)
  const [isSending, setSending] = useState(false)
  const isNeeded = !isRecent || isRequired
  const kind = chosenKind ?? (hasPassword ? 'password' : 'code')

  return {
    isNeeded,
    kind,
    hasPassword,
    typed,
    error,
    codesSent,
    isSending,
    type(next) {
      setTyped(next)
      setError(undefined)
    },
    choose(next) {
      setChosenKind(next)
      setTyped('')
      setError(undefined)
    },
    async sendCode() {
      setSending(true)
      setError(undefined)
      const { error: failure } = await (await client()).reauthenticate()
      setSending(false)
      if (failure) setError(authMessage(failure) ?? 'No pudimos enviar el código. Inténtalo de nuevo.')
      else setCodesSent((before) => before + 1)
    },
    attributes() {
      if (!isNeeded) return {}
      return kind === 'password' ? { current_password: typed } : { nonce: typed }
    },
    check() {
      const missing = isNeeded ? missingProof({ kind, typed, codesSent }) : undefined
      setError(missing)
      return missing === undefined
    },
    showError({ code }) {
      if (code === 'reauthentication_needed') {
        // The sign-in stopped being recent while the form was open.
        setRequired(true)
        setError(authMessage({ message: '', code }))
        return true
      }
      if (code === 'invalid_credentials') {
        setError('La contraseña actual no es esa.')
        return true
      }
      if (code === 'reauthentication_not_valid') {
        setError(authMessage({ message: '', code }))
        return true
      }
      return false
    },
    clear() {
      setTyped('')
      setError(undefined)
      setChosenKind(undefined)
      setRequired(false)
      setCodesSent(0)
    },
  }
}

function missingProof({
  kind,
  typed,
  codesSent,
}: {
  kind: ProofKind
  typed: string
  codesSent: number
}): string | undefined {
  if (kind === 'password') return typed === '' ? 'Escribe tu contraseña actual.' : undefined
  if (typed.length === 6) return undefined
  return codesSent === 0 ? 'Pide el código y escríbelo aquí.' : 'Escribe los seis dígitos del correo.'
}
