import { Link } from '@tanstack/react-router'
import { Button } from '#web/ui/button.tsx'
import MessageCircle from '~icons/lucide/message-circle'

/** A visitor without a session signs in first. */
export function MessageLink({ centerId, ...buttonProps }: { centerId: string; wide?: boolean; className?: string }) {
  return (
    <Button
      variant="secondary"
      icon={<MessageCircle aria-hidden="true" className="size-5" />}
      render={<Link to="/chat" search={{ to: centerId }} preload={false} rel="nofollow" />}
      {...buttonProps}
    >
      Enviar mensaje
    </Button>
  )
}
