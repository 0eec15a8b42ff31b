import type { Registration } from './registration.ts'
import { registrationDraft } from './registration-draft.ts'
import { acceptedVersions } from './terms-field.tsx'
import { useSignUp } from './use-sign-up.ts'

/** Creates the patient's account and redirects: to the held time (`next`), otherwise to the welcome page. */
export function usePatientSignUp(next: string | undefined) {
  const { create, ...rest } = useSignUp({
    leadsTo: next ?? '/patient-welcome',
    failureText: 'Ocurrió un error. Inténtalo de nuevo.',
  })

  async function signUp(typed: Registration, captchaToken: string | undefined): Promise<boolean> {
    const created = await create({
      email: typed.email,
      password: typed.password,
      captchaToken,
      data: {
        full_name: `${typed.firstName.trim()} ${typed.lastName.trim()}`,
        phone: typed.phone.trim(),
        address: typed.address.trim(),
        emergency_contact: typed.emergencyContact.trim(),
        user_type: 'patient',
        ...acceptedVersions,
      },
    })
    if (created) registrationDraft.delete()
    return created
  }

  return { ...rest, signUp }
}
