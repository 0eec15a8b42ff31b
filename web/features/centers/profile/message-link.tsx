import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { hasStoredSession, useSession } from '#web/platform/session.ts'
import { Button } from '#web/ui/button.tsx'
import { opensDialog } from '#web/ui/dialog.tsx'
import { lazySection, Part } from '#web/ui/lazy-section.ts'
import MessageCircle from '~icons/lucide/message-circle'

const dialog = lazySection(() => import('../question/question-dialog.tsx').then((module) => module.QuestionDialog))

type MessageLinkProps = { centerId: string; centerName: string; wide?: boolean; size?: 'small'; className?: string }

/** A visitor without a session asks in a dialog, and reads the answer by mail. */
export function MessageLink({ centerId, centerName, ...buttonProps }: MessageLinkProps) {
  const { status } = useSession()
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button
        variant="secondary"
        icon={<MessageCircle aria-hidden="true" className="size-5" />}
        render={
          <Link
            {...opensDialog}
            to="/chat"
            search={{ to: centerId }}
            preload={false}
            rel="nofollow"
            onClick={(event) => {
              // The session is known once the page is idle; a browser that stores none has none.
              const isVisitor = status === 'signedOut' || (status === 'loading' && !hasStoredSession())
              if (!isVisitor || event.metaKey || event.ctrlKey || event.shiftKey) return
              event.preventDefault()
              setAsking(true)
            }}
          />
        }
        {...buttonProps}
      >
        Enviar mensaje
      </Button>
      {isAsking && (
        <Suspense>
          <Part part={dialog} props={{ centerId, centerName, onClose: () => setAsking(false) }} />
        </Suspense>
      )}
    </>
  )
}
