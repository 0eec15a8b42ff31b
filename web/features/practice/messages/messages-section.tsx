import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { Membership } from '#contract/memberships.ts'
import { useMe } from '#web/features/auth/use-me.ts'
import { ChatBoard, ConnectionNotice, NewConversation, showsWindow } from '#web/features/conversations/chat-board.tsx'
import { chatLink } from '#web/features/conversations/chat-place.ts'
import { WorkToolbar } from '#web/features/work/work-shell.tsx'
import { useApi } from '#web/platform/api.ts'
import { classNames } from '#web/ui/class-names.ts'

const route = getRouteApi('/center/dashboard')

/** The conversations of a centre, in its dashboard. */
export function MessagesSection({ membership: { centerId } }: { membership: Membership }) {
  const { data: me } = useMe()
  const search = route.useSearch()
  const isOpen = showsWindow(search)
  return (
    <>
      <WorkToolbar>
        <div className={classNames('flex flex-wrap items-center gap-2', isOpen && 'max-md:hidden')}>
          <ConnectionNotice />
          <NewConversation place={{ centerId }} isCompact />
        </div>
      </WorkToolbar>
      <div className={isOpen ? 'min-w-0 max-md:-mx-4 max-md:-my-5 sm:max-md:-mx-6' : 'grid gap-3'}>
        <OwnLink isHidden={isOpen} />
        {me && (
          <ChatBoard
            key={centerId}
            userId={me.userId}
            place={{ centerId }}
            search={search}
            className="md:h-[max(30rem,calc(100dvh-7rem))]"
            windowClassName="max-md:h-[calc(100dvh-7.25rem)]"
          />
        )}
      </div>
    </>
  )
}

/** Leads an owner who has also written to another centre, as its patient, to those conversations. */
function OwnLink({ isHidden }: { isHidden: boolean }) {
  const { queries } = useApi()
  const first = useQuery(queries.conversations.list.queryOptions({ input: { side: 'patient', limit: 1 } }))
  if (isHidden || !first.data?.items.length) return null
  return (
    <Link {...chatLink({ centerId: undefined })} className="link justify-self-start">
      Ver tus conversaciones como paciente
    </Link>
  )
}
