import { errorCode } from '#web/platform/error-message.ts'
import { wayPast } from './sign-in/way-past.ts'
import { useMe } from './use-me.ts'

/** What somebody who is signed in still owes before an account of theirs can do anything, and where it is asked. */
export type OwedStep = { text: string; label: string; href: string }

/** For pages that are open to everybody; private ones lead there by themselves. `here`: where it leads back to. */
export function useOwedStep(here: string): OwedStep | undefined {
  const { data: me, error } = useMe()
  if (me?.registrationPending) {
    return {
      text: 'Falta un paso: completa tu registro.',
      label: 'Completar registro',
      href: wayPast('/complete-registration', here),
    }
  }
  if (errorCode(error) !== 'session.second_factor') return undefined
  return { text: 'Falta el código de tu segundo factor.', label: 'Escribir el código', href: wayPast('/login', here) }
}
