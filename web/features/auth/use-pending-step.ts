import { errorCode } from '#web/platform/error-message.ts'
import { pathWithNext } from './sign-in/path-with-next.ts'
import { useMe } from './use-me.ts'

/** What somebody who is signed in still owes before an account of theirs can do anything, and where it is asked. */
export type PendingStep = { text: string; label: string; href: string }

/** For pages that are open to everybody; private ones lead there by themselves. `here`: where it leads back to. */
export function usePendingStep(here: string): PendingStep | undefined {
  const { data: me, error } = useMe()
  if (me?.registrationPending) {
    return {
      text: 'Falta un paso: completa tu registro.',
      label: 'Completar registro',
      href: pathWithNext('/complete-registration', here),
    }
  }
  if (errorCode(error) !== 'session.second_factor') return undefined
  return {
    text: 'Falta el código de tu segundo factor.',
    label: 'Escribir el código',
    href: pathWithNext('/login', here),
  }
}
