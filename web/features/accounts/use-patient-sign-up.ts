import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'

import { brand, legalVersions } from '#contract/brand.ts'
import { signUp } from '#web/platform/session.ts'

import { accountMessage } from './account-messages.ts'
import type { Registration } from './registration.ts'
import { dropDraft } from './registration-draft.ts'
import { useFormToast } from './use-form-toast.ts'

const toastMs = 3000
const readingMs = 1500

export type SignUpPhase = 'idle' | 'busy' | 'done' | 'confirm'

/** Creates the patient's account and goes on: to a time that is being held (`next`), else to the welcome. */
export function usePatientSignUp(next: string | undefined) {
  const router = useRouter()
  const toasts = useFormToast()
  const [phase, setPhase] = useState<SignUpPhase>('idle')
  const [failure, setFailure] = useState<{ message: string; taken: boolean }>()

  async function create(typed: Registration): Promise<void> {
    setPhase('busy')
    setFailure(undefined)
    const { data, error } = await signUp({
      email: typed.email.trim(),
      password: typed.password,
      options: {
        emailRedirectTo: `${location.origin}/`,
        data: {
          full_name: `${typed.firstName.trim()} ${typed.lastName.trim()}`,
          phone: typed.phone.trim(),
          address: typed.address.trim(),
          emergency_contact: typed.emergencyContact.trim(),
          user_type: 'patient',
          accepted_terms: legalVersions.terms,
          accepted_privacy: legalVersions.privacy,
        },
      },
    })
    if (error) {
      const message = accountMessage(error) ?? 'Ocurrió un error. Inténtalo de nuevo.'
      setFailure({ message, taken: error.code === 'user_already_exists' })
      setPhase('idle')
      toasts.show({ kind: 'destructive', title: 'Error al registrarse', description: message })
      return
    }
    dropDraft()
    toasts.show({
      kind: 'success',
      title: `Te damos la bienvenida a ${brand.name}`,
      description: 'Cuenta creada. Revisa tu correo para verificar tu email.',
      durationMs: toastMs,
    })
    // Without a session the address has to be confirmed first, so that there is nowhere to go yet.
    setPhase(data.session ? 'done' : 'confirm')
    if (data.session) setTimeout(() => router.history.push(next ?? '/patient-welcome'), readingMs)
  }

  return { signUp: create, phase, failure, toasts }
}
