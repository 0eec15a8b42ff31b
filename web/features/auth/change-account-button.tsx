import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { signOut } from '#web/platform/session.ts'
import { Button, type ButtonProps } from '#web/ui/button.tsx'
import { pathWithNext } from './sign-in/path-with-next.ts'

/** `href`: where the other account continues after its sign-in; without it the page itself goes on, signed out. */
type Props = { href: string | undefined } & Pick<ButtonProps, 'variant' | 'size' | 'wide' | 'className'>

export function ChangeAccountButton({ href, ...style }: Props) {
  const router = useRouter()
  const change = useMutation({
    mutationFn: async () => {
      await signOut('local')
      if (href !== undefined) router.history.push(pathWithNext('/login', href))
    },
  })
  return (
    <Button {...style} pending={change.isPending} pendingLabel="Saliendo…" onClick={() => change.mutate()}>
      Salir y entrar con otra cuenta
    </Button>
  )
}
