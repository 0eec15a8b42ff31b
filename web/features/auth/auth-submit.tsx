import { useHydrated } from '#web/platform/use-hydrated.ts'
import { Button, type ButtonProps } from '#web/ui/button.tsx'

/** Busy after a press before hydration, and absent where nothing can send the form. */
export const earlyLook = 'in-data-[early=pressed]:cursor-progress in-data-[early=pressed]:opacity-70 noscript:hidden'

export type AuthSubmitProps = Required<Pick<ButtonProps, 'pending' | 'pendingLabel' | 'children'>> & {
  /** Whether the captcha, if the operator has configured one, is passed. */
  isReady: boolean
}

/** The submit button of a form that the server renders. A press before hydration waits for it (early-submit.ts). */
export function AuthSubmit({ isReady, ...button }: AuthSubmitProps) {
  const hydrated = useHydrated()
  return (
    <Button
      {...button}
      type="submit"
      size="large"
      wide
      disabled={hydrated && !isReady}
      className={`disabled:cursor-progress disabled:opacity-100 ${earlyLook}`}
    />
  )
}
