import { useHydrated } from '#web/platform/use-hydrated.ts'
import { Button, type ButtonProps } from '#web/ui/button.tsx'

export type AuthSubmitProps = Required<Pick<ButtonProps, 'pending' | 'pendingLabel' | 'children'>> & {
  /** Whether the captcha, if the operator has configured one, is passed. */
  isReady: boolean
}

/** The submit button of a form that the server renders: disabled until hydration, without looking disabled. */
export function AuthSubmit({ isReady, ...button }: AuthSubmitProps) {
  const hydrated = useHydrated()
  return (
    <Button
      {...button}
      type="submit"
      size="large"
      wide
      disabled={!hydrated || !isReady}
      className="disabled:cursor-progress disabled:opacity-100"
    />
  )
}
