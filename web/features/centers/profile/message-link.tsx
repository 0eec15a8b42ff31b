import { Link } from '@tanstack/react-router'
import { Button } from '#web/ui/button.tsx'
import MessageCircle from '~icons/lucide/message-circle'

type MessageLinkProps = { centerId: string; wide?: boolean; size?: 'small'; className?: string }

/** A visitor without a session signs in first. */
export function MessageLink({ centerId, ...buttonProps }: MessageLinkProps) {
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
