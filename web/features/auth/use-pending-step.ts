import { errorCode } from '#web/platform/error-message.ts'
import { pathWithNext } from './sign-in/path-with-next.ts'
import { useMe } from './use-me.ts'

export type PendingStep = { text: string; label: string; href: string }

/** The step that a public page offers; private pages redirect on their own. `returnHref`: the page to return to. */
export function usePendingStep(returnHref: string): PendingStep | undefined {
  const { data: me, error } = useMe()
  if (me?.registrationPending) {
    return {
      text: 'Falta un paso: completa tu registro.',
      label: 'Completar registro',
      href: pathWithNext('/complete-registration', returnHref),
    }
  }
  if (errorCode(error) !== 'session.second_factor') return undefined
  return {
    text: 'Falta el código de tu segundo factor.',
    label: 'Escribir el código',
    href: pathWithNext('/login', returnHref),
  }
}
